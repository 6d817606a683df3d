import { describe, expect, it } from 'vitest'
import { malformedReplies } from '../../../../../test/fixtures/malformed-replies/load.ts'
import { world } from '../../../../../test/support/kernel.ts'
import { goal, lookUp, plans, prepares, reasoning, step } from '../../../../../test/support/reason-runs.ts'
import type { Loop } from '../../kernel/loop.ts'
import { modelOf, says } from '../../testing/scripted-model.ts'
import { reason } from './entry.ts'

/** Some of each family: the parsers are tested with all of them. */
const replies = malformedReplies().filter(({ family }, index) => family !== 'huge' && index % 17 === 0)

const begin = async (model: ReturnType<typeof modelOf>) => {
  const session = await world().runtime.start(reason as unknown as Loop, goal, { model, tools: [lookUp] })
  return session.outcome
}

describe('a malformed reply, whatever it is', () => {
  it('again and again is no plan and no answer', async () => {
    for (const { id, text } of replies) {
      const end = await begin(modelOf(() => says(text)))
      expect(end, id).toMatchObject({ outcome: 'stuck:plan', answer: null, usage: { modelCalls: 3 } })
    }
  })

  it('of the judge and of who decides ends well, with what the tool gave', async () => {
    for (const { id, text } of replies) {
      const bad = says(text)
      const script = { plan: plans(step('1')), prepare: prepares('x'), evaluate: bad, decide: bad, repair: bad }
      const end = await begin(reasoning(script))
      expect(end, id).toMatchObject({ outcome: 'stuck:failures', answer: 'Found x.' })
    }
  })
})
