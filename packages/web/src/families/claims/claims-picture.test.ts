import { describe, expect, it } from 'vitest'
import { earlier, logOfScenario } from '../../../test/support/loop-log.ts'
import { type ClaimsPicture, claimsPicture } from './claims-picture.ts'
import { correctedClaim } from './corrected-claim.ts'
import { isSameInput, judgeBlocks } from './judge-blocks.ts'

const pictureOf = async (name: string) => claimsPicture(await logOfScenario(name), '')

const brief = ({ rounds }: ClaimsPicture) =>
  rounds.map(({ claims }) =>
    claims.map(
      ({ claim, state, check, isShared }) => `${claim}: ${state} by ${check?.text}${isShared ? ', shared' : ''}`,
    ),
  )

describe('the claims of a critic session', () => {
  it('are checked, corrected where they are wrong, and a call for two of them is made once', async () => {
    const picture = await pictureOf('critic with checks side by side')
    expect(brief(picture)).toEqual([
      [
        'sky is green: corrected by saw sky, shared',
        'sea is blue: holds by saw sea',
        'sun is cold: holds by saw sun',
        'The sky: holds by saw sky',
      ],
      ['sky is blue: holds by saw sky, shared'],
    ])
    expect(picture.rounds[0]?.claims[0]?.corrected).toEqual({ before: 'sky is green', after: 'sky is blue' })
    expect(picture.rounds.map(({ before, after }) => before === after)).toEqual([false, true])
    expect(picture).toMatchObject({
      draft: { path: 'draft#1', loop: 'direct', state: 'finished' },
      text: 'The sky is blue. The sea is blue. The sun is cold.',
      limit: 2,
      holding: 4,
      corrected: 1,
      unchecked: 0,
      stop: 'verified',
    })
  })

  it('are none where the judge finds nothing to check', async () => {
    const { rounds, stop } = await pictureOf('critic that verifies at once')
    expect(rounds).toMatchObject([{ number: 1, isVerified: true, claims: [] }])
    expect(stop).toBe('verified')
  })

  it('stay unchecked when the tool is not for checks, or fails', async () => {
    const kept = await pictureOf('critic whose judge names tools that are not for checks')
    expect(kept.rounds[0]?.claims.map(({ state, why }) => [state, why])).toEqual([
      ['corrected', ''],
      ['unchecked', 'Not made: put is not for checks.'],
      ['unchecked', 'Not made: send is not for checks.'],
    ])
    expect([kept.unchecked, kept.stop]).toEqual([2, 'unchecked'])
    const failed = await pictureOf('critic whose checks fail')
    expect(failed.rounds[0]?.claims.map(({ state }) => state)).toEqual(['unchecked', 'unchecked'])
    expect(failed.gap).toMatch(/^Not checked, because the tools failed/)
  })

  it('are written again as a whole where edits are switched off', async () => {
    const picture = await pictureOf('critic that rewrites until its rounds are used up')
    expect(picture.rounds.map(({ claims, after }) => [claims[0]?.state, after])).toEqual([
      ['corrected', 'The sky is red.'],
      ['corrected', 'The sky is blue.'],
    ])
    expect(picture.stop).toBe('limit')
  })

  it('say why nothing was checked', async () => {
    const without = await pictureOf('critic without tools')
    expect(without).toMatchObject({
      rounds: [],
      uncheckedWhy: 'The answer was not checked: there are no tools to check it with.',
    })
    const unread = await pictureOf('critic that cannot read its judge')
    expect(unread.rounds[0]?.fault).toMatch(/^it cannot be read: /)
    const failed = await pictureOf('critic whose judge fails after a revision')
    expect(failed.rounds.map(({ state, fault }) => [state, fault])).toEqual([
      ['finished', null],
      ['failed', 'out of order'],
    ])
  })

  it('grow: a draft, then claims under way, then what was found', async () => {
    const log = await logOfScenario('critic with checks side by side')
    const upTo = (path: string) =>
      claimsPicture(earlier(log, log.facts.findIndex((fact) => fact.path === path) + 1), '')
    expect(upTo('draft#1')).toMatchObject({ draft: { state: 'finished' }, rounds: [] })
    const claims = log.facts.findIndex(({ data }) => data['name'] === 'claims') + 1
    expect(claimsPicture(earlier(log, claims), '').rounds[0]?.claims.map(({ state }) => state)).toEqual([
      'checking',
      'checking',
      'checking',
      'checking',
    ])
    expect(upTo('verify#1[2]').rounds[0]?.claims.map(({ state }) => state)).toEqual([
      'checked',
      'checked',
      'checked',
      'checked',
    ])
  })
})

describe('the blocks of a judge', () => {
  it('are read with their tool and input', () => {
    expect(judgeBlocks('CLAIM: a b\nTOOL: look\nTOOL INPUT: {"n":1}\n\n**CLAIM:** c\nno tool')).toEqual([
      { claim: 'a b', tool: 'look', input: '{"n":1}' },
    ])
    expect(judgeBlocks('VERIFIED')).toEqual([])
  })

  it('have the input of a call whatever its spaces', () => {
    expect(isSameInput('{ "n": 1 }', { n: 1 })).toBe(true)
    expect(isSameInput('{ "n": 2 }', { n: 1 })).toBe(false)
    expect(isSameInput('n', { n: 1 })).toBe(false)
  })
})

describe('a claim', () => {
  it('is shown with all of an edit that touches it', () => {
    const text = 'It orbits the Earth at L2.'
    expect(correctedClaim(text, 'orbits the Earth', [{ claim: 'the Earth at', replacement: 'the Sun near' }])).toEqual({
      before: 'orbits the Earth at',
      after: 'orbits the Sun near',
    })
    expect(correctedClaim(text, 'L2', [{ claim: 'the Earth', replacement: 'the Sun' }])).toBeNull()
    expect(correctedClaim(text, 'Mars', [{ claim: 'the Earth', replacement: 'the Sun' }])).toBeNull()
  })
})
