import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { givenAt, goal, plans, reasoning, runReason, step } from '../../../../../test/support/reason-runs.ts'
import { type ScriptedReply, says } from '../../testing/scripted-model.ts'
import { defineTool, type Tool, toolOutput } from '../../tools/tool.ts'

const chain = plans(step('1'), step('2', '1'))
const wide = plans(step('a'), step('b'), step('c', 'a', 'b'))

describe('the answer', () => {
  it('is written from the outputs, which have numbers, and lists those that it cites', async () => {
    const model = reasoning({ plan: wide, summarise: says('At nine [2], or ten [3, 1]; not [7] nor [0].') })
    const { end, details } = await runReason(model)
    expect(givenAt(model, 'summarise#1')['results']).toMatch(/^\[1\] Step a .*\[2\] Step b .*\[3\] Step c /s)
    expect(end.answer).toBe(
      'At nine [2], or ten [3, 1]; not [7] nor [0].\n\nSources:\n[1] web.search {"query":"a"}\n[2] web.search {"query":"b"}\n[3] web.search {"query":"c"}',
    )
    expect(details).toMatchObject({ sources: [{ number: 1 }, { number: 2 }, { number: 3 }] })
  })

  it('names an address as its source where the tool knows one', async () => {
    const fetch = defineTool({
      name: 'web.fetch',
      description: 'Fetches.',
      input: z.object({ query: z.string() }),
      run: () => toolOutput({ text: 'Nine.', untrusted: { from: 'https://ferry.example/times' } }),
    }) as Tool
    const plan = plans({ ...step('1'), tool: 'web.fetch' })
    const { end } = await runReason(reasoning({ plan }), { tools: [fetch] })
    expect(end.answer).toBe('It leaves at nine [1].\n\nSources:\n[1] web.fetch: https://ferry.example/times')
  })

  it('that cites nothing has no list', async () => {
    const { end } = await runReason(reasoning({ summarise: says('At nine.') }))
    expect(end.answer).toBe('At nine.')
  })

  it.each<[string, ScriptedReply, object]>([
    ['is cut off', { text: 'It leaves', finish: 'length' }, { outcome: 'limit:tokens', answer: 'It leaves' }],
    ['is filtered', { text: 'It leaves', finish: 'filtered' }, { outcome: 'gap_open', answer: 'It leaves' }],
    ['is empty', says(''), { outcome: 'stuck:unreadable', answer: 'Found 1.' }],
    ['never comes', { error: new Error('down') }, { outcome: 'failed:model-failed', answer: 'Found 1.' }],
  ])('that %s does not pass for a whole one', async (_, reply, end) => {
    expect((await runReason(reasoning({ summarise: reply, repair: reply }))).end).toMatchObject(end)
  })

  it('sees no outputs without that, only how the steps went and the memory', async () => {
    const model = reasoning({ plan: chain, summarise: says('At nine [1].') })
    const { end } = await runReason(model, { config: { showOutputs: false } })
    expect(givenAt(model, 'summarise#1')).toEqual({
      task: goal,
      results: 'Step 1: Look 1 up. OK\nStep 2: Look 2 up. OK',
      memory: '<untrusted from="working memory">\nPlanned.\n</untrusted>',
    })
    expect(end.answer).toBe('At nine [1].')
  })
})
