/** What critic makes of checks that fail, and of replies that cannot be read or used. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { claim, draft, edits, given, length, run, year } from '../../../../../test/support/critic-run.ts'
import { textsOf } from '../../../../../test/support/kernel.ts'
import { modelOf, type ScriptedReply, says, scriptedModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../../tools/tool.ts'

describe('a check that fails', () => {
  const broken = defineTool({
    name: 'search',
    description: 'Searches.',
    input: z.object({ query: z.string() }),
    effect: 'pure',
    run: ({ query }) => {
      if (query === 'year') throw new Error('offline')
      return 'It is 112 m.'
    },
  })

  it.each([
    ['its tool breaks', year, '`search` failed: offline'],
    ['its tool is not there', claim('1952', 'x', 'serch'), 'there is no tool `serch`'],
    ['its input does not fit', 'CLAIM: 1952\nTOOL: search\nTOOL INPUT: {"q":1}', 'bad arguments for `search`'],
    ['its input cannot be read', 'CLAIM: 1952\nTOOL: search\nTOOL INPUT: {"query":', 'cannot be read'],
  ])('says so and nothing about its claim, when %s', async (_, check, why) => {
    const model = scriptedModel(says(draft), says(check), edits())
    const { end } = await run(model, { tools: [broken] })
    const { evidence = '' } = given(model, 2)
    expect(evidence).toContain('EVIDENCE: none; the check failed, which says nothing about the claim: ')
    expect(evidence).toContain(why)
    expect(end).toMatchObject({ outcome: 'gap_open', answer: draft, details: { stop: 'unchecked', rounds: 1 } })
    expect(end.gap).toMatch(/^Not checked, because the tools failed: `(?:opened in )?1952`\.$/)
  })

  it('leaves its claim open though the judge is content later', async () => {
    const model = scriptedModel(says(draft), says(`${year}\n${length}`), edits(['112 m', '121 m']), says('VERIFIED'))
    const { end } = await run(model, { tools: [broken] })
    expect(end).toMatchObject({ outcome: 'gap_open', answer: 'It opened in 1952. It is 121 m long.' })
    expect(end.gap).toContain('`opened in 1952`')
  })

  it('leaves its claim open at the limit of rounds, too', async () => {
    const model = scriptedModel(says(draft), says(`${year}\n${length}`), edits(['112 m', '121 m']))
    const { end } = await run(model, { tools: [broken], config: { maxCritiqueRounds: 1 } })
    expect(end).toMatchObject({ outcome: 'limit:turns', details: { stop: 'limit' } })
    expect(end.gap).toBe('Not checked, because the tools failed: `opened in 1952`.')
  })

  it('is told beside claims that cannot be read later', async () => {
    const replies: Readonly<Record<string, ScriptedReply>> = {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says(`${year}\n${length}`),
      'revise#1': edits(['112 m', '121 m']),
    }
    const { end } = await run(
      modelOf((_, { path }) => replies[path] ?? says('Fine.')),
      { tools: [broken] },
    )
    expect(end.gap).toMatch(/no claims that could be read\. Not checked, because the tools failed: /)
  })

  it('is made good by another check of the same claim', async () => {
    const model = scriptedModel(says(draft), says(`${year}\n${claim('opened in 1952', 'opening')}`), edits())
    expect((await run(model, { tools: [broken] })).end).toMatchObject({
      outcome: 'answered',
      details: { stop: 'verified' },
    })
  })

  it('leaves nothing open when its claim is gone', async () => {
    const model = scriptedModel(says(draft), says(year), edits(['It opened in 1952. ', '']), says('VERIFIED'))
    expect((await run(model, { tools: [broken] })).end.outcome).toBe('answered')
  })
})

describe('what cannot be read', () => {
  it('is repaired once', async () => {
    const { end, paths } = await run(scriptedModel(says(draft), says('Looks fine.'), says('VERIFIED')))
    expect(end.details).toEqual({ stop: 'verified', rounds: 1 })
    expect(paths).toContain('check#1/repair#1')
  })

  it.each(['Looks fine.', 'UNVERIFIED', 'The text is not verified.', 'CLAIM: 1952', ''])(
    'never verifies: the draft stays open when the judge says `%s`',
    async (said) => {
      const { end } = await run(modelOf((_, { path }) => says(path.startsWith('check') ? said : draft)))
      expect(end).toMatchObject({ outcome: 'gap_open', answer: draft, details: { stop: 'unreadable', rounds: 1 } })
      expect(end.gap).toBe('The answer was not checked: the judge named no claims that could be read.')
    },
  )

  it('is told in plain words as the gap, and exactly in the details', async () => {
    const { end } = await run(modelOf((_, { path }) => says(path.startsWith('check') ? 'CLAIM: 1952' : draft)))
    expect(end.gap).toBe('The answer was not checked: the judge named no claims that could be read.')
    expect(end.details).toMatchObject({ fault: 'the claims have no `TOOL:` with the name of a tool' })
  })

  it('are claims none of which the draft makes: its words are asked for, once', async () => {
    const steel = claim('It is made of steel', 'x')
    const model = scriptedModel(says(draft), says(steel), says(year), edits())
    const { end, paths } = await run(model)
    expect(paths).toContain('check#1/repair#1')
    expect(textsOf(model.requests[2]).at(-1)).toContain('no claim is quoted in the exact words of the draft')
    expect(given(model, 2)).toMatchObject({ draft })
    expect(end).toMatchObject({ outcome: 'answered', details: { stop: 'verified', rounds: 1 } })

    expect((await run(scriptedModel(says(draft), says(steel), says(steel)))).end).toMatchObject({
      outcome: 'gap_open',
      gap: 'The answer was not checked: the judge named no claims that could be read.',
      details: { fault: 'no claim is quoted in the exact words of the draft' },
    })
  })

  it('in an edit is told exactly', async () => {
    const model = scriptedModel(
      says(draft),
      says(year),
      edits(['1950', '1953']),
      edits(['1952', '1953']),
      says('VERIFIED'),
    )
    const { end } = await run(model)
    expect(end.answer).toBe('It opened in 1953. It is 112 m long.')
    expect(textsOf(model.requests[3]).at(-1)).toContain(
      '- edits[0].claim: `1950` is not in the draft; quote its exact words',
    )
  })

  const always = (revision: ScriptedReply) =>
    modelOf((_, { path }) => {
      if (path.startsWith('check')) return says(path === 'check#1' ? year : 'VERIFIED')
      return path.startsWith('revise') ? revision : says(draft)
    })

  it.each<[what: string, revision: ScriptedReply]>([
    ['every edit', edits(['1950', '1953'], ['113 m', '121 m'])],
    ['the edits as a whole', says('{"edits":')],
    ['edits that leave nothing', edits([draft, ' '])],
  ])('in %s leaves the text as it was, and open', async (_, revision) => {
    const { end, paths } = await run(always(revision))
    expect(paths.filter((path) => path.startsWith('revise'))).toHaveLength(3)
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: draft,
      gap: 'Claims were checked, but no revision came that can be used.',
      details: { stop: 'unreadable', rounds: 1 },
    })
  })

  it('in one edit loses none of the others, and stays open', async () => {
    const { end, paths } = await run(always(edits(['It', 'She'], ['1950', '1953'], ['112 m', '121 m'])))
    expect(paths.filter((path) => path.startsWith('revise'))).toHaveLength(3)
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: 'It opened in 1952. It is 121 m long.',
      gap: 'Not mended, because the edit could not be applied: `It`. Not found in the draft: `1950`.',
      details: { stop: 'unchecked', rounds: 2 },
    })
  })
})
