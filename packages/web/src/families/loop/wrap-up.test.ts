import { describe, expect, it } from 'vitest'
import { logOfScenario } from '../../../test/support/loop-log.ts'
import { wrapUpOf } from './wrap-up.ts'

describe('a loop that was told to end', () => {
  it('answers with its last words', async () => {
    expect(wrapUpOf(await logOfScenario('reflexion whose budget ends while it reflects'), '')).toEqual({
      path: 'wrap-up#1',
      state: 'finished',
      outcome: 'limit:calls',
      answer: 'Tidy, I think.',
    })
  })

  it('answers with the best there was when it says nothing', async () => {
    const wrapUp = wrapUpOf(await logOfScenario('critic whose budget ends'), '')
    expect(wrapUp?.answer).toBe('The sky is blue. The sea is blue. The sun is cold.')
  })

  it('is none that came to its own end', async () => {
    expect(wrapUpOf(await logOfScenario('critic that verifies at once'), '')).toBeNull()
  })
})
