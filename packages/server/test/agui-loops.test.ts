import { loops } from '@gyre/core'
import { demoModel } from '@gyre/models'
import { afterEach, describe, expect, it } from 'vitest'
import { agentOf, runOf, userSays } from './support/agui-lab.ts'
import { calculate } from './support/clerk.ts'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'

let server: TestServer

afterEach(() => server.close())

async function open(options: TestServerOptions): Promise<TestServer> {
  server = await testServer(options)
  return server
}

describe('every loop', () => {
  it.each(loops.map(({ name }) => name).filter((name) => name !== 'research'))(
    '%s keeps to the order of events',
    async (name) => {
      const persona = { name: `calculating-${name}`, loop: name, tools: ['math.calculate'] }
      await open({ model: demoModel, tools: [calculate], personas: [{ persona, source: 'test' }] })
      const agent = agentOf(server, persona.name)
      agent.messages = [userSays(loops.find((loop) => loop.name === name)?.example.goal ?? '')]
      const ran = await runOf(agent)
      const { session, answer } = ran.result.result
      const { view } = await server.runtime.read(session)
      expect(answer).toEqual(view.answer)
      expect(ran.events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
      expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: answer })
    },
  )

  it('research ends with an error when it has nowhere to look', async () => {
    await open({ model: demoModel })
    const agent = agentOf(server, 'research')
    agent.messages = [userSays('What is known of tea?')]
    const ran = await runOf(agent)
    expect(ran.events.at(-1)).toMatchObject({ type: 'RUN_ERROR' })
  })
})
