import { describe, expect, it } from 'vitest'
import { world } from '../../../../test/support/kernel.ts'
import { add, plans } from '../../../../test/support/plan-execute-runs.ts'
import type { Loop } from '../kernel/loop.ts'
import { type ScriptedReply, says, scriptedModel } from '../testing/scripted-model.ts'
import { cot } from './cot.ts'
import { direct } from './direct.ts'
import { planExecute } from './plan-execute/loop.ts'
import { react } from './react.ts'
import { selfAsk } from './self-ask/loop.ts'

const cut = { text: 'The answer is', finish: 'length' } as const

const before: readonly (readonly [Loop, readonly ScriptedReply[]])[] = [
  [direct, []],
  [cot, []],
  [react, []],
  [selfAsk, []],
  [planExecute, [plans(add), says('42')]],
]

describe('an answer that was cut off', () => {
  it.each(before.map(([loop, replies]) => ({ loop, replies, name: loop.name })))(
    'is not taken for a whole one ($name)',
    async ({ loop, replies }) => {
      const { runtime } = world()
      const session = await runtime.start(loop, 'What?', { model: scriptedModel(...replies, cut) })
      expect(await session.outcome).toMatchObject({
        outcome: 'limit:tokens',
        answer: 'The answer is',
        gap: 'The reply was cut off: it reached the most tokens that a reply may have.',
        details: { stop: 'cut-off' },
      })
    },
  )
})
