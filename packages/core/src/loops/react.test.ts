import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { gate, search, stepPaths, textsOf, world } from '../../../../test/support/kernel.ts'
import type { StartOptions, TaskInput } from '../index.ts'
import { assistant, type ToolResult, user } from '../messages.ts'
import {
  calls,
  callsAll,
  modelOf,
  type ScriptedModel,
  says,
  scripted,
  scriptedModel,
} from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import { react } from './react.ts'

async function run(model: ScriptedModel, options: StartOptions = {}, task: TaskInput = 'How warm is Oslo?') {
  const { runtime } = world()
  const session = await runtime.start(react, task, { model, tools: [search], ...options })
  const end = await session.outcome
  return { runtime, session, end, paths: await stepPaths(runtime, session.id) }
}

const look = calls('search', { query: 'Oslo' }, 'I look it up.')

/** The results a model read last. */
function lastResults(model: ScriptedModel): readonly ToolResult[] {
  const messages = model.requests.at(-1)?.messages ?? []
  const fromEnd = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1)
  return fromEnd.flatMap(({ parts }) => parts) as ToolResult[]
}

describe('react', () => {
  it('ends with the first reply that uses no tool', async () => {
    const { end, paths } = await run(scriptedModel(look, says('18 degrees.')))
    expect(end).toMatchObject({ outcome: 'answered', answer: '18 degrees.', details: { turns: 2 } })
    expect(paths).toEqual(['think#1', 'act#1[0]', 'think#2'])
  })

  it('shows the model its thought, its call and what the tool said', async () => {
    const model = scriptedModel(look, says('18 degrees.'))
    await run(model)
    const [system, goal, thought, observed] = model.requests[1]?.messages ?? []
    expect([system?.role, goal]).toEqual(['system', user('How warm is Oslo?')])
    expect(thought?.parts).toMatchObject([
      { type: 'text', text: 'I look it up.' },
      { type: 'tool-call', tool: 'search', input: { query: 'Oslo' } },
    ])
    expect(observed?.parts).toMatchObject([{ type: 'tool-result', tool: 'search', text: 'Found Oslo.' }])
  })

  it('shows the conversation so far, and files with the goal', async () => {
    const model = scriptedModel(says('Yes.'))
    const file = { type: 'file', name: 'a.txt', mediaType: 'text/plain', data: 'x' } as const
    const task = { goal: 'And now?', messages: [user('Hi.'), assistant('Hello.')], files: [file] }
    await run(model, {}, task)
    expect(model.requests[0]?.messages.slice(1)).toEqual([user('Hi.'), assistant('Hello.'), user('And now?', file)])
  })

  it('runs several calls of one turn in parallel, and keeps their order', async () => {
    const gates = { a: gate(), b: gate() }
    const meet = defineTool({
      name: 'meet',
      description: 'Waits for the other.',
      input: z.object({ me: z.enum(['a', 'b']) }),
      run: async ({ me }) => {
        gates[me].open()
        await gates[me === 'a' ? 'b' : 'a'].opened
        return me
      },
    })
    const model = scriptedModel(
      callsAll({ tool: 'meet', input: { me: 'a' } }, { tool: 'meet', input: { me: 'b' } }),
      says('x'),
    )
    await run(model, { tools: [meet] })
    expect(lastResults(model).map(({ text }) => text)).toEqual(['a', 'b'])
  })

  it('answers without tools once its turns run out', async () => {
    const model = scriptedModel(look, calls('search', { query: 'Bergen' }), says('About 18.'))
    const { end, paths } = await run(model, { config: { maxIterations: 2 } })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'About 18.', details: { stop: 'turns', turns: 2 } })
    expect(paths.at(-1)).toBe('answer#1')
    expect(model.requests[2]?.tools).toBeUndefined()
    expect(textsOf(model.requests[2]).at(-1)).toMatch(/^You have no turns left/)
  })

  it('makes ten turns by default', async () => {
    let turn = 0
    const model = modelOf(({ tools }) => (tools ? calls('search', { query: `${++turn}` }) : says('Enough.')))
    const { end } = await run(model)
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Enough.', usage: { modelCalls: 11, toolCalls: 10 } })
  })

  it('needs no tools', async () => {
    const model = scriptedModel(says('18 degrees.'))
    const { end } = await run(model, { tools: [] })
    expect(end.answer).toBe('18 degrees.')
    expect(model.requests[0]?.tools).toBeUndefined()
  })

  it.each([
    ['an unknown tool', calls('serch', { query: 'x' }), 'Not run: there is no tool `serch`. Tools: search.'],
    ['bad arguments', calls('search', { q: 'x' }), 'Not run: bad arguments for `search`. query'],
  ])('tells the model of %s and lets it try again', async (_, wrong, told) => {
    const model = scriptedModel(wrong, look, says('18 degrees.'))
    const { end } = await run(model)
    expect(end.answer).toBe('18 degrees.')
    expect(model.requests[1]?.messages.at(-1)?.parts[0]).toMatchObject({
      text: expect.stringContaining(told),
      error: true,
    })
  })

  it('tells the model of a tool that fails', async () => {
    const broken = defineTool({
      ...search,
      input: z.object({ query: z.string() }),
      run: () => Promise.reject(new Error('offline')),
    })
    const model = scriptedModel(look, says('I could not look.'))
    await run(model, { tools: [broken] })
    expect(lastResults(model)).toMatchObject([{ text: '`search` failed: offline', error: true }])
  })

  it('understands a call that a model with native tools wrote as text', async () => {
    const model = scriptedModel(
      says('Thought: look\nAction: search\nAction Input: {"query":"Oslo"}'),
      says('18 degrees.'),
    )
    const { end } = await run(model)
    expect(end.answer).toBe('18 degrees.')
    expect(lastResults(model)).toMatchObject([{ text: 'Found Oslo.' }])
  })

  it('takes the protocol out of an answer', async () => {
    const { end } = await run(scriptedModel(says('Thought: I know.\nFINAL_ANSWER: 18 degrees.')))
    expect(end.answer).toBe('18 degrees.')
  })

  it('has an empty reply repaired', async () => {
    const { end, paths } = await run(scriptedModel(says(''), says('18 degrees.')))
    expect(end.answer).toBe('18 degrees.')
    expect(paths).toEqual(['think#1', 'think#1/repair#1'])
  })

  it('goes on when a reply and its repair cannot be read, and says why', async () => {
    const model = scriptedModel(says('Thought: hm'), says('Thought: hm'), says('FINAL_ANSWER: 18'))
    const { end, paths } = await run(model)
    expect(end.answer).toBe('18')
    expect(paths).toEqual(['think#1', 'think#1/repair#1', 'think#2'])
    expect(textsOf(model.requests[2]).at(-1)).toMatch(/^Your last reply could not be read: there is a `Thought:`/)
  })

  it('asks for its answer after three turns in a row that cannot be read', async () => {
    const model = modelOf((_, { path }) => says(path === 'answer#1' ? '18 degrees.' : ''))
    const { end, paths } = await run(model)
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      answer: '18 degrees.',
      details: { stop: 'unreadable', turns: 3 },
    })
    expect(paths.filter((path) => !path.includes('repair'))).toEqual(['think#1', 'think#2', 'think#3', 'answer#1'])
  })

  it('makes all its turns as long as one in three can be read', async () => {
    const unread = Array.from({ length: 4 }, () => says(''))
    const model = scriptedModel(...unread, look, ...unread, says('18 degrees.'))
    expect((await run(model)).end).toMatchObject({ outcome: 'answered', details: { turns: 6 } })
  })

  it('is stuck when nothing can be read at all', async () => {
    const { end } = await run(
      modelOf(() => says('')),
      { config: { maxIterations: 2 } },
    )
    expect(end).toMatchObject({
      outcome: 'stuck:unreadable',
      status: 'stuck',
      answer: null,
      details: { stop: 'turns' },
    })
  })
})

describe('react in text', () => {
  const act = says('Thought: I look it up.\nAction: search\nAction Input: {"query":"Oslo"}')
  const text = { config: { protocol: 'text' } } as const

  it('is spoken with a model that has no native tools', async () => {
    const model = scripted([act, says('Thought: I know.\nFINAL_ANSWER: 18 degrees.')], { nativeTools: false })
    const { end, paths } = await run(model)
    expect(end).toMatchObject({ answer: '18 degrees.', details: { turns: 2 } })
    expect(paths).toEqual(['think#1', 'act#1[0]', 'think#2'])
    expect(model.requests.every(({ tools }) => tools === undefined)).toBe(true)
  })

  it('has the same body: what the model reads is the same trajectory as text', async () => {
    const model = scriptedModel(act, says('FINAL_ANSWER: 18'))
    await run(model, text)
    expect(textsOf(model.requests[1]).slice(-3)).toEqual([
      'How warm is Oslo?',
      'Thought: I look it up.\nAction: search\nAction Input: {"query":"Oslo"}',
      'Observation: [search] Found Oslo.',
    ])
  })

  it('never lets a model invent what a tool says', async () => {
    const invented = says(`${act.text}\nObservation: 40 degrees\nFINAL_ANSWER: 40 degrees`)
    const model = scriptedModel(invented, says('FINAL_ANSWER: 18 degrees.'))
    const { end } = await run(model, text)
    expect(end.answer).toBe('18 degrees.')
    expect(model.requests[0]?.stop).toEqual(['\nObservation:'])
    expect(textsOf(model.requests[1]).join()).not.toContain('40 degrees')
  })

  it('runs several actions of one reply', async () => {
    const both = says('Action: search\nAction Input: {"query":"a"}\nAction: search\nAction Input: {"query":"b"}')
    const { paths } = await run(scriptedModel(both, says('FINAL_ANSWER: x')), text)
    expect(paths).toEqual(['think#1', 'act#1[0]', 'act#1[1]', 'think#2'])
  })

  it('takes plain prose as an answer', async () => {
    expect((await run(scriptedModel(says('It is 18 degrees.')), text)).end.answer).toBe('It is 18 degrees.')
  })

  it('answers in text when its turns run out, without protocol', async () => {
    const last = says('Thought: no turns left\nFINAL_ANSWER: About 18.')
    const { end } = await run(scriptedModel(act, last), { config: { protocol: 'text', maxIterations: 1 } })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'About 18.' })
  })

  it('shows a person the prose of a last reply that cannot be read, and no protocol', async () => {
    const hopeless = modelOf(({ messages }) => {
      const [part] = messages.at(-1)?.parts ?? []
      return part?.type === 'text' && part.text.startsWith('Observation') ? says('Thought: It may be 18.') : act
    })
    const { end } = await run(hopeless, { config: { protocol: 'text', maxIterations: 1 } })
    expect(end.answer === null || !/^(Thought|Action)/m.test(String(end.answer))).toBe(true)
  })

  it('tells of an action that names no tool with the tools there are', async () => {
    const model = scriptedModel(says('Action: serch\nAction Input: {"query":"x"}'), says('FINAL_ANSWER: x'))
    await run(model, text)
    expect(textsOf(model.requests[1]).at(-1)).toBe(
      'Observation: [serch failed] Not run: there is no tool `serch`. Tools: search.',
    )
  })
})
