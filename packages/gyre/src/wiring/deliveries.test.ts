import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../test/fake-host.ts'
import { invoke } from '../cli/invoke.ts'
import { deliveriesOf } from './deliveries.ts'

/** A server that takes everything, and what it took. */
async function takingServer() {
  const taken: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    taken.push({ path: request.url ?? '', headers: request.headers, body })
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('a delivery of the config', () => {
  it.each([
    [{ kind: 'telegram', tokenFrom: 'TOKEN', chat: 1 }, {}, 'the variable TOKEN is not set.'],
    [{ kind: 'telegram', tokenFrom: 'TOKEN', chat: 1 }, { TOKEN: ' ' }, 'the variable TOKEN is not set.'],
    [{ kind: 'discord', urlFrom: 'URL' }, {}, 'the variable URL is not set.'],
    [
      { kind: 'discord', urlFrom: 'URL' },
      { URL: 'hush' },
      'the variable URL holds no address that begins with http:// or https://.',
    ],
    [{ kind: 'webhook', url: 'https://a', secretFrom: 'SECRET' }, {}, 'the variable SECRET is not set.'],
    [{ kind: 'webhook', url: 'https://a', secretFrom: 'SECRET' }, { SECRET: 'x' }, undefined],
    [{ kind: 'webhook', url: 'https://a' }, {}, undefined],
  ] as const)('%j with %j lacks %j', async (config, env, trouble) => {
    const { targets, close } = deliveriesOf({ it: config }, env)
    expect(targets.map(({ name, trouble: said }) => [name, said])).toEqual([['it', trouble]])
    await close()
  })
})

describe('`gyre run --deliver`', () => {
  /** A project whose results go to a server of the test. */
  async function project() {
    const { taken, url } = await takingServer()
    const cwd = temporaryFolder()
    const deliveries = {
      ops: { kind: 'webhook', url: `${url}/hook`, secretFrom: 'OPS_SECRET', allowLoopback: true },
      me: { kind: 'telegram', tokenFrom: 'TELEGRAM_TOKEN', chat: 7, baseUrl: url, allowLoopback: true },
      team: { kind: 'discord', urlFrom: 'DISCORD_URL', allowLoopback: true },
      lost: { kind: 'discord', urlFrom: 'NOT_SET' },
    }
    const personas = [{ name: 'teller', loop: 'direct', deliver: ['ops', 'memory'] }]
    writeFileSync(join(cwd, 'gyre.config.json'), JSON.stringify({ data: 'data', deliveries, personas }))
    const env = {
      OPS_SECRET: 'whsec_0123456789',
      TELEGRAM_TOKEN: '12345:AAbbCCddEEff',
      DISCORD_URL: `${url}/discord/the-token-of-it`,
      GYRE_MODEL: 'demo/rules',
    }
    const gyre = async (...args: string[]) => {
      const host = new FakeHost({ cwd, env })
      const code = await invoke(args, host)
      return { code, out: host.out, err: host.err }
    }
    return { gyre, taken }
  }

  it('sends the result to what the config names, and says so', async () => {
    const { gyre, taken } = await project()
    const { code, out, err } = await gyre('run', '-l', 'direct', '--deliver', 'ops,me,team', 'What is 2 + 2?')
    expect([code, out]).toEqual([0, '2 + 2 = 4\n'])
    expect(err).toContain('ops: delivered, 1 attempt\nme: delivered, 1 attempt\nteam: delivered, 1 attempt\n')
    expect(taken.map(({ path }) => path).sort()).toEqual([
      '/bot12345:AAbbCCddEEff/sendMessage',
      '/discord/the-token-of-it?wait=true',
      '/hook',
    ])
    const { headers, body } = taken.find(({ path }) => path === '/hook') ?? {}
    expect(headers?.['gyre-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    expect(JSON.parse(body ?? '')).toMatchObject({
      v: 1,
      goal: 'What is 2 + 2?',
      answer: '2 + 2 = 4',
      outcome: 'answered',
    })
    const shown = await gyre('show', 'last')
    expect(shown.out).toMatch(/\nDeliveries\n {2}ops {3}delivered, 1 attempt\n {2}me {4}delivered, 1 attempt\n/)
    expect(JSON.parse((await gyre('show', 'last', '--json')).out)).toMatchObject({
      deliveries: [{ target: 'ops', state: 'delivered', attempts: 1, error: null, nextAt: null }, {}, {}],
    })
  })

  it('sends what a persona is to deliver, to the memory too', async () => {
    const { gyre, taken } = await project()
    await gyre('run', '-p', 'teller', 'What is 2 + 2?')
    expect(taken.map(({ path, body }) => [path, JSON.parse(body).persona])).toEqual([['/hook', 'teller']])
    expect((await gyre('memory', 'list')).out).toContain('What is 2 + 2?')
  })

  it.each([
    ['opps', '`deliver` names `opps`, and there is no such delivery; did you mean `ops`?'],
    ['lost', '`deliver` names `lost`, which cannot be used: the variable NOT_SET is not set.'],
  ])('%s is refused before anything is begun', async (name, message) => {
    const { gyre } = await project()
    const { code, err } = await gyre('run', '--deliver', name, 'What is 2 + 2?')
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect((await gyre('ps', '--all', '--json')).out).toBe('[]\n')
  })
})
