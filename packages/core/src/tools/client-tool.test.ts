import { describe, expect, it } from 'vitest'
import { factsOfType, search, stepPaths, told, world } from '../../../../test/support/kernel.ts'
import { tool } from '../../../../test/support/tool-calls.ts'
import { react } from '../loops/react.ts'
import type { ModelRequest } from '../ports/model.ts'
import { readCassette } from '../runtime/cassette.ts'
import { replayCassette } from '../runtime/replay-cassette.ts'
import type { Session } from '../runtime/session-handle.ts'
import { calls, callsAll, modelOf, says } from '../testing/scripted-model.ts'
import { type ClientTool, toolsToFind, withClientTools } from './client-tool.ts'

const weather: ClientTool = {
  name: 'weather',
  description: 'Tells the weather of a city.',
  input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

/** What the tools said, in order. */
function observed({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? part.text : [])))
}

/** Asks for the weather of these cities at once, and answers with what the tools said. */
const asking = (...cities: readonly string[]) =>
  modelOf((request) => {
    const texts = observed(request)
    if (texts.length > 0) return says(texts.join(' | ') || 'Nothing.')
    return callsAll(...cities.map((city) => ({ tool: 'weather', input: { city } })))
  })

/** A session that waits for its client. */
async function waiting(...cities: readonly string[]) {
  const model = asking(...cities)
  const here = world({ loops: [react], models: [model], lingerMs: 1000 })
  const session = await here.runtime.start(react, 'Travel.', { model, clientTools: [weather] })
  expect(await session.idle()).toBe('waiting')
  return { ...here, session, model }
}

const pathsOf = async (session: Session) => (await session.questions()).map(({ path }) => path)

describe('a call of a client tool', () => {
  it('is a question with the tool, the arguments and the path of the call', async () => {
    const { session } = await waiting('Rome')
    expect(await session.questions()).toEqual([
      {
        path: 'act#1[0]/ask#1',
        kind: 'tool',
        question: 'The client that began this session runs `weather`.',
        data: { tool: 'weather', input: { city: 'Rome' }, call: 'act#1[0]' },
      },
    ])
  })

  it.each(['Sunny.', ''])('gives what the client says: "%s"', async (text) => {
    const { session, runtime } = await waiting('Rome')
    await session.answer(text, { question: 'act#1[0]/ask#1', by: 'key:laptop' })
    await session.outcome
    const steps = await factsOfType(runtime, session.id, 'step.finished')
    expect(steps.find(({ kind }) => kind === 'tool')).toMatchObject({ path: 'act#1[0]', result: { text } })
  })

  it('takes as long as the client does', async () => {
    const { session, clock, store } = await waiting('Rome')
    await clock.advance(600_000)
    expect((await store.sessions.get(session.id))?.state).toBe('parked')
    await session.answer('Sunny.')
    expect(await session.outcome).toMatchObject({ answer: 'Sunny.', usage: { toolCalls: 1 } })
  })

  it.each(['approve', 'reject'] as const)('is no matter of leave: %s is refused', async (action) => {
    const { session, runtime } = await waiting('Rome')
    await told(runtime.send(session.id, action))
    expect(await runtime.store.interventions.list(session.id)).toMatchObject([
      { state: 'rejected', why: 'not-an-approval: it is a call for the client, and waits for its result' },
    ])
    expect(await pathsOf(session)).toEqual(['act#1[0]/ask#1'])
  })

  it('with arguments that do not fit never reaches the client', async () => {
    const model = modelOf((request) => {
      const [text] = observed(request)
      return text === undefined ? calls('weather', { town: 'Rome' }) : says(text)
    })
    const { runtime } = world()
    const session = await runtime.start(react, 'Travel.', { model, clientTools: [weather] })
    expect(await session.outcome).toMatchObject({
      answer: 'Not run: bad arguments for `weather`. city: expected string, got nothing',
    })
    expect(await factsOfType(runtime, session.id, 'question.asked')).toEqual([])
  })

  it('is given up when the session is to finish', async () => {
    const { session } = await waiting('Rome')
    await session.finish()
    expect(await session.outcome).toMatchObject({ outcome: 'answered' })
  })
})

describe('several calls of client tools at once', () => {
  it('are questions of their own, answered in any order', async () => {
    const { session } = await waiting('Rome', 'Oslo')
    expect(await pathsOf(session)).toEqual(['act#1[0]/ask#1', 'act#1[1]/ask#1'])
    await told(session.answer('Snow.', { question: 'act#1[1]/ask#1' }))
    expect(await session.idle()).toBe('waiting')
    expect(await pathsOf(session)).toEqual(['act#1[0]/ask#1'])
    await session.answer('Sunny.', { question: 'act#1[0]/ask#1' })
    expect(await session.outcome).toMatchObject({ answer: 'Sunny. | Snow.' })
  })

  it('go on in another process that was never told of the tool', async () => {
    const { session, afterCrash } = await waiting('Rome', 'Oslo')
    await told(session.answer('Snow.', { question: 'act#1[1]/ask#1' }))
    const again = await afterCrash().resume(session.id)
    expect(await again.idle()).toBe('waiting')
    expect(await pathsOf(again)).toEqual(['act#1[0]/ask#1'])
    await again.answer('Sunny.')
    expect(await again.outcome).toMatchObject({ answer: 'Sunny. | Snow.' })
  })
})

describe('a session with client tools', () => {
  /** One that has ended. */
  async function ended() {
    const here = await waiting('Rome')
    await here.session.answer('Sunny.')
    await here.session.outcome
    return here
  }

  it('replays to the same end where nobody knows them', async () => {
    const { session, another } = await ended()
    expect(await another().replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })

  it('replays from its cassette', async () => {
    const { session, runtime } = await ended()
    const lines = await Array.fromAsync(runtime.cassette(session.id))
    expect(await replayCassette(readCassette(lines), { loops: [react] })).toMatchObject({ isEqual: true })
  })

  it('hands them on to its forks, which ask the client again', async () => {
    const { session, another } = await ended()
    const fork = await another().fork(session.id, { at: 'think#1' })
    expect(await fork.idle()).toBe('waiting')
    expect(await fork.questions()).toMatchObject([{ kind: 'tool', data: { tool: 'weather', input: { city: 'Rome' } } }])
    await fork.answer('Rain.')
    expect(await fork.outcome).toMatchObject({ answer: 'Rain.' })
  })

  it('hands them on to forks that go on as a persona', async () => {
    const { session, another } = await ended()
    const persona = { name: 'guide', description: 'Guides.', loop: 'react', tools: ['search'] }
    const runtime = another({ tools: [search], personas: [{ persona, source: 'here' }] })
    const fork = await runtime.fork(session.id, { at: 'think#1', persona: 'guide' })
    expect(await fork.idle()).toBe('waiting')
    expect((await runtime.read(fork.id)).view.definition?.tools).toEqual(['search', 'weather'])
    await fork.answer('Rain.')
    expect(await fork.outcome).toMatchObject({ answer: 'Rain.' })
    expect(await stepPaths(runtime, fork.id)).toEqual(['think#1', 'act#1[0]/ask#1', 'act#1[0]', 'think#2'])
  })

  it('is forked, though the client of another had a tool of that name', async () => {
    const { session, runtime, model } = await ended()
    const onMars = { ...weather, description: 'Tells the weather on Mars.' }
    const other = await runtime.start(react, 'Travel.', { model, clientTools: [onMars] })
    await other.idle()
    await other.answer('Dust.')
    await other.outcome
    const fork = await session.fork({ at: 'think#1' })
    expect(await fork.idle()).toBe('waiting')
  })

  it('has them in the place of other tools of their names', async () => {
    const model = asking('Rome')
    const { runtime } = world()
    const own = tool('weather', () => 'Fog.')
    const session = await runtime.start(react, 'Travel.', { model, tools: [own, search], clientTools: [weather] })
    await session.idle()
    await session.answer('Sunny.')
    expect(await session.outcome).toMatchObject({ answer: 'Sunny.' })
    expect((await runtime.read(session.id)).view.definition).toMatchObject({
      tools: ['search', 'weather'],
      clientTools: [weather],
    })
  })
})

describe('client tools', () => {
  it('are shown to models with arguments that are an object', () => {
    const [made] = withClientTools([], [{ ...weather, input: {} }])
    expect(made).toMatchObject({ name: 'weather', input: { type: 'object' }, trusted: false, approval: 'never' })
  })

  it.each([
    [{ type: 'string' }, 'its arguments are no object'],
    [{ type: 'object', properties: { city: { type: 'town' } } }, 'Unsupported type: town'],
  ])('are refused with the schema %j', (input, why) => {
    expect(() => withClientTools([], [{ ...weather, input }])).toThrow(
      expect.objectContaining({
        code: 'tool-invalid',
        message: expect.stringContaining(`The input of the client tool \`weather\` cannot be used: ${why}`),
      }),
    )
  })

  it('that are refused leave no session behind', async () => {
    const { runtime } = world()
    const options = { model: asking('Rome'), clientTools: [{ ...weather, input: { type: 'string' } }] }
    await expect(runtime.start(react, 'Travel.', options)).rejects.toMatchObject({ code: 'tool-invalid' })
    expect(await runtime.list()).toEqual([])
  })

  it('need not be found by their names', () => {
    expect(toolsToFind({ tools: ['search', 'weather'], clientTools: [weather] })).toEqual(['search'])
    expect(toolsToFind({ tools: ['search', 'weather'] })).toEqual(['search', 'weather'])
  })
})
