import { calls, says, scriptedModel } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { agentOf, runOf, userSays } from './support/agui-lab.ts'
import { office } from './support/clerk.ts'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'

let server: TestServer

afterEach(() => server.close())

async function open(options: TestServerOptions): Promise<TestServer> {
  server = await testServer(options)
  return server
}

describe('people', () => {
  it('may pause a session: the run stays open, and says so', async () => {
    const thinking = Promise.withResolvers<void>()
    const model = scriptedModel(async () => {
      thinking.resolve()
      return calls('weather', { city: 'Oslo' })
    }, says('Done.'))
    await open({ model, ...office })
    const agent = agentOf(server, 'clerk')
    agent.messages = [userSays('Oslo?')]
    const paused = Promise.withResolvers<void>()
    const running = agent.runAgent(
      {},
      { onCustomEvent: ({ event }) => (event.name === 'gyre.paused' ? paused.resolve() : undefined) },
    )
    await thinking.promise
    const [row] = await server.runtime.list()
    const session = await server.runtime.session(row?.id ?? '')
    await session.pause()
    await paused.promise
    expect(agent.state).toMatchObject({ status: 'paused' })
    await session.resume()
    await running
    expect(agent.messages.at(-1)).toMatchObject({ content: 'Done.' })
  })

  it('may abort a session: the run is cancelled', async () => {
    const thinking = Promise.withResolvers<void>()
    const model = scriptedModel(() => {
      thinking.resolve()
      return new Promise(() => {})
    })
    await open({ model })
    const agent = agentOf(server, 'direct')
    agent.messages = [userSays('Hello')]
    const running = runOf(agent)
    await thinking.promise
    const [row] = await server.runtime.list()
    await (await server.runtime.session(row?.id ?? '')).abort()
    expect((await running).events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
  })

  it('of another owner have threads of their own, whatever they call them', async () => {
    await open({ model: scriptedModel(says('Yours.')), ...office })
    const agent = agentOf(server, 'asking')
    agent.messages = [userSays('Ask me.')]
    await runOf(agent)
    const other = agentOf({ ...server, key: await server.keyFor({ owner: 'ann' }) }, 'direct')
    other.messages = [userSays('Hello')]
    await runOf(other)
    expect(other.messages.at(-1)).toMatchObject({ content: 'Yours.' })
    expect(await server.runtime.list()).toHaveLength(1)
  })

  it('who may only look may not begin a run', async () => {
    await open({ model: scriptedModel() })
    const key = await server.keyFor({ role: 'viewer' })
    const json = { threadId: 't', runId: 'r', messages: [userSays('Hello')] }
    const response = await server.request('/agui/direct', { json, headers: { authorization: `Bearer ${key}` } })
    expect(response.status).toBe(403)
  })

  it('who leave take the session with them', async () => {
    const thinking = Promise.withResolvers<void>()
    const model = scriptedModel(() => {
      thinking.resolve()
      return new Promise(() => {})
    })
    await open({ model })
    const agent = agentOf(server, 'direct')
    agent.messages = [userSays('Hello')]
    const running = runOf(agent)
    await thinking.promise
    agent.abortRun()
    await running
    const [row] = await server.runtime.list()
    const session = await server.runtime.session(row?.id ?? '')
    expect((await session.outcome).outcome).toBe('aborted')
  })
  it('who want to come back leave the session alone', async () => {
    const thinking = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const model = scriptedModel(async () => {
      thinking.resolve()
      await answer.promise
      return says('Hi there.')
    })
    await open({ model })
    const agent = agentOf(server, 'direct')
    agent.messages = [userSays('Hello')]
    const running = runOf(agent, { forwardedProps: { gyre: { disconnect: 'detach' } } })
    await thinking.promise
    agent.abortRun()
    await running
    answer.resolve()
    const [row] = await server.runtime.list()
    const session = await server.runtime.session(row?.id ?? '')
    expect((await session.outcome).outcome).toBe('answered')
  })
})
