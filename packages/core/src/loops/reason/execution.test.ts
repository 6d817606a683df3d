import { expect, it } from 'vitest'
import { behind, gate, turns } from '../../../../../test/support/kernel.ts'
import { plans, prepares, reasoning, startReason, step } from '../../../../../test/support/reason-runs.ts'

it.each([
  ['first', 0, 'Found b.'],
  ['second', 1, 'Found a.'],
  ['last', 2, 'Found a.'],
])(
  'an abort while the %s of three steps side by side is under way keeps what the first of the others gave',
  async (_, held, answer) => {
    const at = gate()
    const model = reasoning({
      plan: plans(step('a'), step('b'), step('c')),
      [`round#1[${held}]/step#1/reason-step/prepare#1`]: behind(at, prepares('never')),
    })
    const { session, runtime } = await startReason(model)
    await at.isReached
    await turns(40)
    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted', answer })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, otherEnd: null })
  },
)
