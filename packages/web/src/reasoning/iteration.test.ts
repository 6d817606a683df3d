import { describe, expect, it } from 'vitest'
import { logOfScenario } from '../../test/support/loop-log.ts'
import { iterationOf } from './iteration.ts'

describe('how many rounds a loop has made', () => {
  it('are the rounds of reason, of those its settings allow', async () => {
    expect(iterationOf(await logOfScenario('reason that asks and adjusts'))).toEqual({ number: 3, most: 15 })
  })

  it('is left to the view of react, which counts its turns', async () => {
    expect(iterationOf(await logOfScenario('react that runs out of turns'))).toBeUndefined()
  })

  it('is not told of loops without such a limit', async () => {
    expect(iterationOf(await logOfScenario('direct'))).toBeUndefined()
  })
})
