import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiKeys, serve } from '@gyre/server'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { serverPlace } from '../serve/server-place.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

/** A model that calls the tool of the client once, and answers then: 10 000 tokens each time. */
const config = `export default {
  data: 'data',
  models: {
    default: 'test/calling',
    named: {
      'test/calling': {
        id: 'test/calling',
        async *stream({ messages, tools = [] }) {
          const isAsked = tools.length > 0 && messages.every(({ role }) => role !== 'tool')
          if (isAsked) yield { type: 'tool-call', id: 'call_1', tool: 'weather', input: '{}' }
          else yield { type: 'text', text: 'Sunny.' }
          yield { type: 'finish', reason: isAsked ? 'tool-calls' : 'stop', usage: { inputTokens: 8000, outputTokens: 2000 } }
        },
      },
    },
  },
}
`

async function openIn(cwd: string): Promise<Workplace> {
  const workplace = await openWorkplace({ cwd, env: { HOME: cwd }, platform: 'linux' })
  onTestFinished(() => workplace.close({ graceMs: 0 }))
  return workplace
}

function configuredFolder(): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'gyre.config.mjs'), config)
  return cwd
}

/** A server over it, and a key that may spend so many tokens a day. */
async function servedTo(workplace: Workplace, tokens: number) {
  const keys = new ApiKeys({ catalog: workplace.runtime.store.catalog, now: () => Date.now() })
  const { key } = await keys.add({ name: 'laptop', budget: { perDay: { tokens } } })
  const server = await serve(serverPlace(workplace), { port: 0 })
  onTestFinished(() => server.close())
  const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
  const ask = async (more: object = { tools }) => {
    const request = { model: 'react', messages: [{ role: 'user', content: 'How is the weather?' }], ...more }
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
    const body = JSON.stringify(request)
    return (await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body })).status
  }
  return { server, ask, id: key.split('_')[1] }
}

const spentToday = ({ runtime }: Workplace, key: string | undefined) =>
  runtime.store.keyValue.get(`spent:${key}:${new Date().toISOString().slice(0, 10)}:tokens`)

it('counts what a key spends on sessions that wait, and on those that have ended', async () => {
  const workplace = await openIn(configuredFolder())
  const { ask, id } = await servedTo(workplace, 30_000)
  expect(await ask()).toBe(200)
  await expect.poll(() => spentToday(workplace, id)).toBe(10_000)
  expect(await ask({ model: 'direct' })).toBe(200)
  await expect.poll(() => spentToday(workplace, id)).toBe(20_000)
  expect(await ask()).toBe(200)
  await expect.poll(() => spentToday(workplace, id)).toBe(30_000)
  expect(await ask()).toBe(429)
  const rows = await workplace.runtime.list()
  expect(rows.map(({ mirror }) => mirror.status).toSorted()).toEqual(['completed', 'waiting', 'waiting'])
})

it('counts what a session of a key comes to in a process that is no server, and nothing twice', async () => {
  const cwd = configuredFolder()
  const first = await openIn(cwd)
  const { server, ask, id } = await servedTo(first, 90_000)
  await ask()
  const [row] = await first.runtime.list()
  await server.close()
  await first.close({ graceMs: 0 })
  const second = await openIn(cwd)
  expect(await spentToday(second, id)).toBe(10_000)
  const session = await second.runtime.resume(row?.id ?? '')
  await session.answer('Sunny')
  await session.outcome
  await expect.poll(() => spentToday(second, id)).toBe(20_000)
})
