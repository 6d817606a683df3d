import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { gate, search, textsOf } from '../../../../../test/support/kernel.ts'
import { asks, final, followUp, goal, lastResults, run } from '../../../../../test/support/self-ask-run.ts'
import { GyreError } from '../../errors.ts'
import { plainConfig } from '../../kernel/beyond.ts'
import { assistant, user } from '../../messages.ts'
import { calls, callsAll, fails, modelOf, says, scripted, scriptedModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../../tools/tool.ts'
import { selfAsk } from './loop.ts'

describe('self-ask', () => {
  it('answers each follow-up with the search tool, and ends on the final answer', async () => {
    const model = scriptedModel(asks('Who built the Petrel?'), asks('Who founded Ravel Yard?'), final('Hanne Ravel.'))
    const { end, paths } = await run(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Hanne Ravel.' })
    expect(end.details).toEqual({
      stop: 'answered',
      asked: 2,
      followUps: ['Who built the Petrel?', 'Who founded Ravel Yard?'],
    })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'look#2[0]', 'ask#3'])
  })

  it('offers follow-ups beside the tools, and answers the very call that was made', async () => {
    const model = scriptedModel(asks('Who built the Petrel?'), final('x'))
    await run(model)
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['follow_up', 'search'])
    expect(textsOf(model.requests[0])[0]).toContain('`So the final answer is:`')
    const [, , asked, answered] = model.requests[1]?.messages ?? []
    expect(asked?.parts).toMatchObject([
      { id: 'call_1_0', tool: 'follow_up', input: { question: 'Who built the Petrel?' } },
    ])
    expect(answered?.parts).toMatchObject([{ id: 'call_1_0', tool: 'follow_up', text: 'Found Who built the Petrel?.' }])
  })

  it('shows the conversation so far, and files with the goal', async () => {
    const model = scriptedModel(final('Yes.'))
    const file = { type: 'file', name: 'a.txt', mediaType: 'text/plain', data: 'x' } as const
    await run(model, {}, { goal: 'And now?', messages: [user('Hi.'), assistant('Hello.')], files: [file] })
    expect(model.requests[0]?.messages.slice(1)).toEqual([user('Hi.'), assistant('Hello.'), user('And now?', file)])
  })

  it('takes plain prose for the answer', async () => {
    const { end } = await run(scriptedModel(says('Hanne Ravel did.')))
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Hanne Ravel did.', usage: { modelCalls: 1 } })
  })

  it('costs one call at least, with what it does beyond the paper or without', async () => {
    expect(plainConfig(selfAsk)).toEqual({ parallel: false, reuse: false })
    for (const config of [{}, plainConfig(selfAsk)]) {
      const { end } = await run(scriptedModel(final('x')), { config })
      expect(end.usage.modelCalls).toBe(Number(selfAsk.traits.minCalls))
    }
  })

  it('hides a tool that has the name of its own', async () => {
    const other = defineTool({
      name: 'follow_up',
      description: 'Sends mail.',
      input: z.object({ to: z.string() }),
      run: String,
    })
    const model = scriptedModel(asks('Who?'), final('x'))
    await run(model, { tools: [other, search] })
    expect(model.requests[0]?.tools?.map(({ description }) => description)).toEqual([
      expect.stringMatching(/^Asks one follow-up question/),
      'Searches the web.',
    ])
    expect(lastResults(model)).toMatchObject([{ text: 'Found Who?.' }])
  })

  it('runs a tool that is named, with all its arguments', async () => {
    const convert = defineTool({
      name: 'convert',
      description: 'Converts.',
      input: z.object({ value: z.number(), unit: z.string() }),
      effect: 'pure',
      run: ({ value, unit }) => `${value} ${unit}`,
    })
    const model = scriptedModel(calls('convert', { value: 3, unit: 'm' }), final('3 m'))
    const { end } = await run(model, { tools: [search, convert] })
    expect(end.answer).toBe('3 m')
    expect(lastResults(model)).toMatchObject([{ tool: 'convert', text: '3 m' }])
  })

  it('uses the name of the argument that the schema gives, once, whatever the tool says to it', async () => {
    const inputs: unknown[] = []
    const broken = defineTool({
      name: 'wiki.search',
      description: 'Searches.',
      input: z.object({ topic: z.string(), lines: z.int().default(3) }),
      effect: 'pure',
      run: (input) => {
        inputs.push(input)
        throw new Error('offline')
      },
    })
    const model = scriptedModel(asks('Who built it?'), final('Nobody knows.'))
    const { end } = await run(model, { tools: [broken] })
    expect(inputs).toEqual([{ topic: 'Who built it?', lines: 3 }])
    expect(lastResults(model)).toMatchObject([{ text: '`wiki.search` failed: offline', error: true }])
    expect(end.outcome).toBe('answered')
  })

  it('tells the model of a follow-up without a question, and of a tool that is not there', async () => {
    const wrong = callsAll({ tool: 'follow_up', input: { a: 'x', b: 'y' } }, { tool: 'serch', input: { query: 'x' } })
    const model = scriptedModel(wrong, final('x'))
    await run(model)
    expect(lastResults(model)).toMatchObject([
      { text: 'Not asked: `follow_up` takes one question, such as {"question": "…"}.', error: true },
      { text: expect.stringContaining('Not run: there is no tool `serch`.'), error: true },
    ])
  })

  it('leaves out what a model made up beside its calls', async () => {
    const invented = calls(
      'follow_up',
      { question: 'Who?' },
      'I ask.\nIntermediate answer: Loki\nSo the final answer is: Loki',
    )
    const model = scriptedModel(invented, final('Hanne Ravel'))
    const { end } = await run(model)
    expect(end.answer).toBe('Hanne Ravel')
    expect(textsOf(model.requests[1])[2]).toBe('I ask.')
    expect(JSON.stringify(model.requests[1])).not.toContain('Loki')
  })
})

describe('self-ask without a tool that can look up', () => {
  it('has the model answer each follow-up', async () => {
    const model = modelOf(({ messages }, { path }) => {
      if (path.includes('answer#')) return says('Ravel Yard.')
      return messages.some(({ role }) => role === 'tool') ? final('Hanne Ravel') : asks('Who built the Petrel?')
    })
    const { end, paths } = await run(model, { tools: [] })
    expect(end.answer).toBe('Hanne Ravel')
    expect(paths).toEqual(['ask#1', 'follow-up#1[0]/answer#1', 'ask#2'])
    expect(textsOf(model.requests[1]).at(-1)).toBe('<question>\nWho built the Petrel?\n</question>')
    expect(lastResults(model)).toMatchObject([{ tool: 'follow_up', text: 'Ravel Yard.' }])
  })

  it('has no other tool do something with a question', async () => {
    const deleted: string[] = []
    const remove = defineTool({
      name: 'files.delete',
      description: 'Deletes a file.',
      input: z.object({ name: z.string() }),
      run: ({ name }) => deleted.push(name),
    })
    const model = modelOf(({ messages }, { path }) => {
      if (path.includes('answer#')) return says('Ravel Yard.')
      return messages.some(({ role }) => role === 'tool') ? final('Hanne Ravel') : asks('Who built the Petrel?')
    })
    const { paths } = await run(model, { tools: [remove] })
    expect(deleted).toEqual([])
    expect(paths).toEqual(['ask#1', 'follow-up#1[0]/answer#1', 'ask#2'])
  })

  it('says so when the model has no answer', async () => {
    const model = modelOf(({ messages }, { path }) => {
      if (path.includes('answer#')) return says('  ')
      return messages.some(({ role }) => role === 'tool') ? final('Unknown') : asks('Who?')
    })
    await run(model, { tools: [] })
    expect(lastResults(model)).toMatchObject([{ text: 'No answer came.', error: true }])
  })

  it('goes on without the answers that a failing model owes', async () => {
    const model = modelOf(({ tools }, { path }) => {
      if (path.startsWith('follow-up#1[0]')) return fails(new Error('down'))
      if (path.startsWith('follow-up')) return says('Ravel Yard.')
      return path === 'ask#1' && tools ? asks('Who built it?', 'Where?') : final('Ravel Yard.')
    })
    const { end } = await run(model, { tools: [] })
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Ravel Yard.', details: { asked: 2 } })
    expect(lastResults(model)).toMatchObject([{ text: 'No answer came.', error: true }, { text: 'Ravel Yard.' }])
  })

  it('ends when the key of the model is wrong', async () => {
    const wrongKey = fails(new GyreError('model-auth', 'The key is wrong.'))
    const model = modelOf((_, { path }) => (path === 'ask#1' ? asks('Who built it?') : wrongKey))
    expect((await run(model, { tools: [] })).end).toMatchObject({ outcome: 'failed:model-auth' })
  })

  it('runs a named tool and asks the model the rest', async () => {
    const add = defineTool({
      name: 'add',
      description: 'Adds.',
      input: z.object({ a: z.number(), b: z.number() }),
      effect: 'pure',
      run: ({ a, b }) => a + b,
    })
    const model = modelOf(({ messages }, { path }) => {
      if (path.includes('answer#')) return says('Ravel Yard.')
      if (messages.some(({ role }) => role === 'tool')) return final('5')
      return callsAll(followUp('Who?'), { tool: 'add', input: { a: 2, b: 3 } })
    })
    await run(model, { tools: [add] })
    expect(lastResults(model).map(({ text }) => text)).toEqual(['Ravel Yard.', '5'])
  })
})

describe('self-ask at its limits', () => {
  it('asks for the answer once its follow-ups are used up', async () => {
    const model = scriptedModel(asks('a?'), asks('b?'), final('About this.'))
    const { end, paths } = await run(model, { config: { maxFollowUps: 2 } })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'About this.', details: { stop: 'limit', asked: 2 } })
    expect(paths.at(-1)).toBe('conclude#1')
    expect(model.requests[2]?.tools).toBeUndefined()
    expect(textsOf(model.requests[2]).at(-1)).toMatch(/^No more questions can be asked\./)
  })

  it('asks eight follow-ups by default', async () => {
    let asked = 0
    const model = modelOf(({ tools }) => (tools ? asks(`Question ${++asked}?`) : final('Enough.')))
    const { end } = await run(model)
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Enough.', usage: { modelCalls: 9, toolCalls: 8 } })
  })

  it('takes of one reply no more follow-ups than are left', async () => {
    const model = scriptedModel(asks('a?', 'b?', 'c?'), final('x'))
    const { end, paths } = await run(model, { config: { maxFollowUps: 2 } })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'look#1[1]', 'conclude#1'])
    expect(end.details).toMatchObject({ followUps: ['a?', 'b?'] })
    expect(model.requests[1]?.messages[2]?.parts).toHaveLength(2)
  })

  it('never gives a follow-up for an answer', async () => {
    const { end } = await run(
      modelOf(() => says('Follow up: Who?')),
      { config: { maxFollowUps: 1 } },
    )
    expect(end.outcome).toBe('limit:turns')
    expect(String(end.answer)).not.toMatch(/follow up/i)
  })

  it('has an unreadable reply repaired, and goes on when the repair is none either', async () => {
    const model = scriptedModel(says('Follow up:'), says('Follow up:'), final('x'))
    const { end, paths } = await run(model)
    expect(end.answer).toBe('x')
    expect(paths).toEqual(['ask#1', 'ask#1/repair#1', 'ask#2'])
    expect(textsOf(model.requests[2]).at(-1)).toMatch(
      /^Your last reply could not be read: there is no question after `Follow up:`/,
    )
  })

  it('asks for the answer after three replies in a row that cannot be read', async () => {
    const model = modelOf((_, { path }) => (path === 'conclude#1' ? final('x') : says('')))
    const { end, paths } = await run(model)
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'x', details: { stop: 'unreadable' } })
    expect(paths.filter((path) => !path.includes('repair'))).toEqual(['ask#1', 'ask#2', 'ask#3', 'conclude#1'])
  })

  it('asks for the answer after three replies in a row whose calls hold no question', async () => {
    const unclear = callsAll({ tool: 'follow_up', input: { a: 'x', b: 'y' } })
    const model = modelOf((_, { path }) => (path === 'conclude#1' ? final('x') : unclear))
    const { end, paths } = await run(model, { config: { maxFollowUps: 1_000 } })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'x', details: { stop: 'unreadable', asked: 0 } })
    expect(paths).toEqual(['ask#1', 'ask#2', 'ask#3', 'conclude#1'])
  })

  it('is stuck when nothing can be read at all', async () => {
    const { end } = await run(modelOf(() => says('')))
    expect(end).toMatchObject({ outcome: 'stuck:unreadable', status: 'stuck', answer: null })
  })

  it('answers from what was found when its budget ends', async () => {
    const model = modelOf((_, { path }) => (path === 'wrap-up#1' ? final('Ravel Yard, so far.') : asks(`At ${path}?`)))
    const { end } = await run(model, { budget: { modelCalls: 3, onExhausted: 'wrap-up' } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Ravel Yard, so far.' })
  })

  it('replays to the same end', async () => {
    const { runtime, session } = await run(scriptedModel(asks('a?', 'b?'), asks('a?'), final('x')))
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })
})

describe('self-ask in parallel', () => {
  const gates = () => ({ a: gate(), b: gate() })
  const meeting = ({ a, b }: ReturnType<typeof gates>) =>
    defineTool({
      name: 'meet',
      description: 'Waits for the other.',
      input: z.object({ me: z.string() }),
      effect: 'pure',
      run: async ({ me }) => {
        const [own, other] = me === 'a' ? [a, b] : [b, a]
        own.open()
        await other.opened
        return me
      },
    })

  it('looks up the follow-ups of one reply side by side, in their order', async () => {
    const model = scriptedModel(asks('a', 'b'), final('x'))
    await run(model, { tools: [meeting(gates())] })
    expect(lastResults(model).map(({ text }) => text)).toEqual(['a', 'b'])
    expect(textsOf(model.requests[0])[0]).toContain('Ask at once')
  })

  it('takes only the first one with the switch off, and forgets the others', async () => {
    const model = scriptedModel(asks('a?', 'b?'), asks('b?'), final('x'))
    const { paths, end } = await run(model, { config: { parallel: false } })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'look#2[0]', 'ask#3'])
    expect(model.requests[1]?.messages[2]?.parts).toMatchObject([{ input: { question: 'a?' } }])
    expect(end.details).toMatchObject({ followUps: ['a?', 'b?'], asked: 2 })
    expect(textsOf(model.requests[0])[0]).toContain('Ask one question')
  })
})

describe('self-ask in text', () => {
  const text = { config: { protocol: 'text' } } as const

  it('is spoken with a model that has no native tools', async () => {
    const model = scripted([says('Follow up: Who built the Petrel?'), final('Hanne Ravel')], { nativeTools: false })
    const { end, paths } = await run(model)
    expect(end.answer).toBe('Hanne Ravel')
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2'])
    expect(model.requests.every(({ tools }) => tools === undefined)).toBe(true)
  })

  it('has the same body: what the model reads is the same chain as text', async () => {
    const model = scriptedModel(
      says('I need the yard.\nFollow up: Who built the Petrel?'),
      says('Tool: search\nTool Input: {"query":"Ravel Yard"}'),
      final('x'),
    )
    await run(model, text)
    expect(textsOf(model.requests[2]).slice(-5)).toEqual([
      goal,
      'I need the yard.\nFollow up: Who built the Petrel?',
      'Intermediate answer: Found Who built the Petrel?.',
      'Tool: search\nTool Input: {"query":"Ravel Yard"}',
      'Intermediate answer: [search] Found Ravel Yard.',
    ])
  })

  const invented = 'Follow up: Who built it?\nIntermediate answer: Loki\nSo the final answer is: Loki'

  it('stops before an intermediate answer', async () => {
    const model = scriptedModel(says(invented), final('Ravel Yard'))
    const { end } = await run(model, text)
    expect(model.requests[0]?.stop).toEqual(['\nIntermediate answer:'])
    expect(end.answer).toBe('Ravel Yard')
  })

  it.each([
    ['native', 'after a question', invented],
    ['native', 'from the beginning', 'Intermediate answer: Loki\nSo the final answer is: Loki'],
    ['text', 'on the line of the question', 'Follow up: Who? Intermediate answer: Loki So the final answer is: Loki'],
    ['text', 'from the beginning', 'Intermediate answer: Loki\nSo the final answer is: Loki'],
  ] as const)('never accepts an invented one, in the protocol %s, %s', async (protocol, _, reply) => {
    const model = modelOf((_request, { path }) => (path.startsWith('ask#1') ? says(reply) : final('Ravel Yard')))
    const { end } = await run(model, { config: { protocol } })
    expect(end.answer).toBe('Ravel Yard')
    const asked = model.requests.filter((request) => textsOf(request).includes(goal))
    expect(asked).toHaveLength(2)
    expect(JSON.stringify(asked)).not.toContain('Loki')
  })

  it('understands follow-ups that a model with native tools wrote as text', async () => {
    const { end, paths } = await run(scriptedModel(says('Follow up: Who?\nFollow up: When?'), final('x')))
    expect(end.answer).toBe('x')
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'look#1[1]', 'ask#2'])
  })
})
