import { describe, expect, it } from 'vitest'
import type { ExpertsPicture } from './experts-picture.ts'
import { stopRules } from './stop-rules.ts'

const picture: ExpertsPicture = {
  round: 3,
  mostRounds: 3,
  matrix: { columns: [], rows: [] },
  contradictions: [],
  gaps: [
    { round: 3, text: 'the load', type: 'expert failure', focus: '', replan: [], replanPath: null, fate: 'still open' },
  ],
  critic: { verdict: 'confirmed', reason: '', path: 'critic#1' },
  tokens: 58_000,
  tokenGuard: 80_000,
  merge: null,
  remarks: [],
  sideEffect: '',
  stop: 'rounds',
  outcome: 'gap_open',
  doing: '',
}

const said = (over: Partial<ExpertsPicture>) =>
  stopRules({ ...picture, ...over }).map(
    ({ name, said: text, mark }) => `${mark === 'fired' ? '> ' : ''}${name}: ${text}`,
  )

describe('why experts stopped', () => {
  it('is the check that fired, among those that did not', () => {
    expect(said({})).toEqual([
      'side effect: none produced',
      'answer: lacks: the load',
      'token guard: 58k of 80k, not reached',
      '> rounds: 3 of 3 used',
      'critic: confirmed',
    ])
  })

  it('is none as long as it runs', () => {
    expect(said({ stop: '', round: 1, gaps: [], critic: null })).toEqual([
      'side effect: none produced',
      'answer: not judged yet',
      'token guard: 58k of 80k, not reached',
      'rounds: 1 of 3',
      'critic: not asked yet',
    ])
  })

  it('may be the end of the work itself', () => {
    expect(said({ stop: 'limit' }).at(-1)).toBe('> end: The budget was spent.')
    expect(said({ stop: 'tokens', tokens: 81_000 })[2]).toBe('> token guard: 81k of 80k, reached')
    expect(said({ stop: 'plan' })[4]).toBe('> plan: No plan for the gap could be used.')
  })
})
