import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  decides,
  givenAt,
  plans,
  prepares,
  rates,
  reasoning,
  runReason,
  step,
} from '../../../../../test/support/reason-runs.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'

/** A tool that sends, and what it sent. It fails as often as it is told to. */
function sender(effect: Tool['effect'], failures = 0) {
  const sent: string[] = []
  let left = failures
  const tool = defineTool({
    name: 'calendar.send',
    description: 'Sends.',
    input: z.object({ query: z.string() }),
    effect,
    run: ({ query }) => (left-- > 0 ? Promise.reject(new Error('no line')) : `Sent ${sent.push(query)}.`),
  }) as Tool
  return { sent, tools: [tool] }
}

const sending = (id: string, ...needs: readonly string[]) => ({ ...step(id, ...needs), tool: 'calendar.send' })
const again = (id: string) => decides('adjust', { new_plan: [sending(id)], confidence: 0.5 })
const refusal = 'Not run: it was called with exactly this input already, and must not be repeated.'

describe('a call that must not be repeated', () => {
  it('is not made again in a later round, for it has given something', async () => {
    const { sent, tools } = sender('once')
    const model = reasoning({
      plan: plans(sending('1')),
      prepare: prepares('same'),
      evaluate: rates(3),
      'decide#1': again('2'),
    })
    const { end, details } = await runReason(model, { tools })
    expect(sent).toEqual(['same'])
    expect(details.steps).toMatchObject([
      { id: '1', quality: 'partial', output: 'Sent 1.' },
      { id: '2', quality: 'failed', output: null, fault: refusal, isRepeat: true },
    ])
    expect(givenAt(model, 'decide#2')['last']).toContain(refusal)
    expect(end.outcome).toBe('answered')
  })

  it('is not made again by a later step of its plan, and is stuck when it is still wanted', async () => {
    const { sent, tools } = sender('once')
    const plan = plans(sending('1'), sending('2', '1'), sending('3', '2'))
    const model = reasoning({ plan, prepare: prepares('same'), decide: decides('continue') })
    const { end, details } = await runReason(model, { tools })
    expect(sent).toEqual(['same'])
    expect(details.steps.map(({ quality }) => quality)).toEqual(['good', 'failed', 'failed'])
    expect(end).toMatchObject({ outcome: 'stuck:duplicate', usage: { toolCalls: 1 } })
  })

  it('is made with another input', async () => {
    const { sent, tools } = sender('once')
    await runReason(reasoning({ plan: plans(sending('1'), sending('2', '1')) }), { tools })
    expect(sent).toEqual(['1', '2'])
  })

  it('is made once more when it gave nothing', async () => {
    const { sent, tools } = sender('once', 1)
    const model = reasoning({ plan: plans(sending('1')), prepare: prepares('same'), 'decide#1': again('2') })
    const { details } = await runReason(model, { tools })
    expect(details.steps.map(({ quality }) => quality)).toEqual(['failed', 'good'])
    expect(sent).toEqual(['same'])
  })
})

it.each(['pure', 'idempotent'] as const)('a call of a tool that is %s is made twice', async (effect) => {
  const { sent, tools } = sender(effect)
  const model = reasoning({ plan: plans(sending('1'), sending('2', '1')), prepare: prepares('same') })
  await runReason(model, { tools })
  expect(sent).toEqual(['same', 'same'])
})

describe('what a step shows', () => {
  it('is no fact where the judge finds that it failed', async () => {
    const model = reasoning({
      plan: plans(step('1'), step('2', '1')),
      'step#1/reason-step/evaluate#1': rates(1, { facts: ['It leaves at eight.'] }),
      'step#2/reason-step/evaluate#1': rates(2, { facts: ['It leaves at nine.'] }),
      'decide#1': decides('continue'),
    })
    const { details } = await runReason(model)
    expect(details.facts).toEqual([{ text: 'It leaves at nine.', step: '2', from: 'web.search' }])
    expect(givenAt(model, 'summarise#1')['memory']).not.toContain('eight')
  })
})
