import { assistant, type ModelCall, type ModelPart, type ModelRequest, observation, system, user } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import type { Decision } from './decision.ts'
import { demoModel } from './demo-model.ts'
import { demoRules } from './demo-rules.ts'
import { type HookContext, ruleEngine } from './rule-engine.ts'

const expression = { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] }
const tool = { name: 'sums', description: 'Does sums.', input: expression }
const never = new AbortController().signal

async function reply(request: ModelRequest, model = demoModel, call: Partial<ModelCall> = {}) {
  const parts: ModelPart[] = []
  for await (const part of model.stream(request, { signal: never, session: 's1', path: 'think#1', ...call }))
    parts.push(part)
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const calls = parts.filter((part) => part.type === 'tool-call')
  return { parts, text, calls, finish: parts.findLast((part) => part.type === 'finish') }
}

const asked = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({ messages: [user(text)], ...more })

describe('the rule engine', () => {
  it('streams word by word and counts about four characters a token', async () => {
    const { parts } = await reply(asked('What is 17 * 6?'))
    expect(parts).toEqual([
      { type: 'text', text: '17 ' },
      { type: 'text', text: '* ' },
      { type: 'text', text: '6 ' },
      { type: 'text', text: '= ' },
      { type: 'text', text: '102' },
      { type: 'finish', reason: 'stop', usage: { inputTokens: 4, outputTokens: 3 } },
    ])
  })

  it('reads no question of more than 20 000 characters', async () => {
    const read: number[] = []
    const model = ruleEngine({ rules: [{ name: 'any', decide: ({ text }) => void read.push(text.length) }] })
    for (const length of [20_000, 20_001, 300_000]) {
      const { text } = await reply(asked(`a${'b'.padStart(length - 1)}`), model)
      expect(text).toContain('I am the offline demo model')
    }
    expect(read).toEqual([20_000])
  })

  it('stops when the call is aborted', async () => {
    const abort = new AbortController()
    const said: ModelPart[] = []
    const call = { signal: abort.signal, session: 's1', path: 'think#1' }
    const reading = (async () => {
      for await (const part of demoModel.stream(asked('What is 17 * 6?'), call)) {
        said.push(part)
        abort.abort(new Error('Enough.'))
      }
    })()
    await expect(reading).rejects.toThrow('Enough.')
    expect(said).toEqual([{ type: 'text', text: '17 ' }])
  })

  it('calls a tool it has never heard of, by the schema of its input', async () => {
    const { text, calls, finish } = await reply(asked('What is 17 * 6?', { tools: [tool] }))
    expect(text).toBe('The value of 17 * 6 is wanted.')
    expect(calls).toEqual([{ type: 'tool-call', id: 'demo_1_0', tool: 'sums', input: '{"expression":"17 * 6"}' }])
    expect(finish).toMatchObject({ reason: 'tool-calls' })
  })

  it('prefers a calculator among tools that take an expression, and leaves those that need more', async () => {
    const cron = { ...tool, name: 'cron.next' }
    const plot = { ...tool, name: 'math.plot', input: { ...expression, required: ['expression', 'range'] } }
    const tools = [cron, plot, { ...tool, name: 'my__calculator' }]
    expect((await reply(asked('2 + 2', { tools }))).calls).toMatchObject([{ tool: 'my__calculator' }])
    expect((await reply(asked('2 + 2', { tools: [plot] }))).text).toBe('2 + 2 = 4')
  })

  it('calls nothing when it may not', async () => {
    const { text, calls } = await reply(asked('What is 17 * 6?', { tools: [tool], toolChoice: 'none' }))
    expect([text, calls]).toEqual(['17 * 6 = 102', []])
  })

  it('ends at a stop text, and where its reply has grown as long as it may be', async () => {
    expect((await reply(asked('What is 17 * 6?', { stop: ['='] }))).text).toBe('17 * 6 ')
    const cut = await reply(asked('What is 17 * 6?', { maxOutputTokens: 1 }))
    expect([cut.text, cut.finish]).toMatchObject(['17 *', { reason: 'length', usage: { outputTokens: 1 } }])
  })

  it('says what it is when it has no rule, or nothing was asked', async () => {
    const introduction =
      'I am the offline demo model: a set of rules, not a language model. ' +
      'I can play the Game of 24 (`Use 4, 9, 10 and 13 to make 24.`), best as a tree of thoughts; ' +
      'convert units and find dates with tools (`Convert 5 km to miles.`, `When is Easter 2027?`); ' +
      'carry out an order with the tool that it names and says all about, with the loop react; ' +
      'work out arithmetic such as `What is 17 * 6 + 14?`, in words, too, and compare results; ' +
      'look up facts with a search tool, several in a row ' +
      '(`Who founded the yard that built the paddle steamer Petrel?`); ' +
      'check sums and statements of fact in a draft with tools; ' +
      'write a report out of what documents say with the loop research (`The lighthouses of the Sound`); ' +
      'find free hotel rooms as the persona hotel (`one night in Hanukkah`); ' +
      'go on from the last result (`and times 2?`). Give Gyre a real model for anything else.'
    expect((await reply(asked('Who wrote Faust?'))).text).toBe(introduction)
    expect((await reply({ messages: [] })).text).toBe(introduction)
  })

  it('writes the answer behind the marker that the request shows', async () => {
    const messages = (marker: string) => [system(`Whatever. ${marker}: here`), user('What is 17 * 6?')]
    const texts = ['FINAL ANSWER', 'FINAL_ANSWER'].map(
      async (marker) => (await reply({ messages: messages(marker) })).text,
    )
    expect(await Promise.all(texts)).toEqual([
      'The value of 17 * 6 is wanted.\nFINAL ANSWER: 17 * 6 = 102',
      'The value of 17 * 6 is wanted.\nFINAL_ANSWER: 17 * 6 = 102',
    ])
  })

  it('fills a schema, native or written', async () => {
    const schema = { type: 'object', properties: { value: { type: 'number' } }, required: ['value'] }
    const native = await reply(asked('What is 17 * 6?', { output: { name: 'answer', schema } }))
    const written = await reply(asked(`What is 17 * 6?\nJSON Schema:\n${JSON.stringify(schema)}`))
    expect([native.text, written.text]).toEqual(['{"value":102}', '{"value":102}'])
  })

  it('makes up no value that it does not know', async () => {
    const schema = { type: 'object', properties: { year: { type: 'integer' } }, required: ['year'] }
    const { text } = await reply(asked('When was Rome founded?', { output: { name: 'answer', schema } }))
    expect(text).toMatch(/^I cannot put this into the form that is asked for. I am the offline demo model/)
  })
})

describe('the hook of the rule engine', () => {
  const wrong: Decision = {
    kind: 'answer',
    thought: 'I guess.',
    text: '103',
    findings: { isKnown: true, question: '', results: [] },
  }

  it('may change a decision before it is written', async () => {
    const model = ruleEngine({ rules: demoRules, id: 'lab/wrong', hook: () => wrong })
    const messages = [system('FINAL ANSWER: here'), user('What is 17 * 6?')]
    expect(model.id).toBe('lab/wrong')
    expect((await reply({ messages }, model)).text).toBe('I guess.\nFINAL ANSWER: 103')
  })

  it('is told the request, the step and the rule, and the value where one is asked for', async () => {
    const told: [Decision, HookContext][] = []
    const hook = (decision: Decision, context: HookContext) => {
      told.push([decision, context])
      return decision
    }
    const model = ruleEngine({ rules: demoRules, hook })
    const request = asked('What is 17 * 6?', { output: { name: 'n', schema: { type: 'number' } } })
    await reply(request, model, { path: 'sample#1[2]/think#1' })
    await reply(asked('Who wrote Faust?'), model)
    expect(told).toMatchObject([
      [
        { kind: 'value', value: 102 },
        { request, session: 's1', path: 'sample#1[2]/think#1', rule: 'author-arithmetic' },
      ],
      [{ kind: 'answer' }, { path: 'think#1', rule: 'fallback' }],
    ])
  })

  it('may make calls that are written as the request asks', async () => {
    const calls: Decision = { kind: 'calls', thought: 'Again.', calls: [{ tool: 'sums', input: { expression: '1' } }] }
    const model = ruleEngine({ rules: [], hook: () => calls })
    expect((await reply(asked('Hello'), model)).text).toBe(
      'Thought: Again.\nAction: sums\nAction Input: {"expression":"1"}',
    )
    expect((await reply(asked('Hello', { tools: [tool] }), model)).calls).toHaveLength(1)
  })
})

describe('a trajectory', () => {
  const call = (id: string, sum: string) =>
    ({ type: 'tool-call', id, tool: 'sums', input: { expression: sum } }) as const
  const result = (id: string, text: string) => observation({ type: 'tool-result', id, tool: 'sums', text })

  it('is read by the ids of its calls, in whatever order the results come', async () => {
    const calls = assistant([call('a', '2 + 2'), call('b', '3 * 3')])
    const messages = [user('2 + 2 and 3 * 3?'), calls, result('b', '9'), result('a', '4')]
    expect((await reply({ messages, tools: [tool] })).text).toBe('2 + 2 = 4 and 3 * 3 = 9')
  })

  it('believes the tool', async () => {
    const messages = [user('What is 2 + 2?'), assistant([call('a', '2 + 2')]), result('a', '5')]
    expect((await reply({ messages, tools: [tool] })).text).toBe('2 + 2 = 5')
  })

  it('is answered for what was called last when no question asks for more', async () => {
    const messages = [user('What is 2 + 2?'), assistant([call('a', '3 * 3')]), result('a', '9')]
    expect((await reply({ messages, tools: [tool] })).text).toBe('3 * 3 = 9')
  })

  it('works out what the tool said in words only', async () => {
    const messages = [user('What is 2 + 2?'), assistant([call('a', '2 + 2')]), result('a', 'Noted.')]
    expect((await reply({ messages, tools: [tool] })).text).toBe(
      '`sums` gave no number, so I worked it out myself: 2 + 2 = 4',
    )
  })
})
