/** A real `gyre serve` that is ended or killed while sessions run: the next one goes on with them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const steps = 12

/** Writes down each number, slowly. */
const config = `import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineLoop, defineTool } from ${JSON.stringify(join(root, 'packages/gyre/src/index.ts'))}
import { z } from ${JSON.stringify(join(root, 'node_modules/zod/index.js'))}

const tick = defineTool({
  name: 'tick', description: 'Writes a number down.', input: z.object({ n: z.number() }), effect: 'idempotent',
  run: async ({ n }) => { await sleep(150); appendFileSync('ticks', n + '\\n'); return String(n) },
})
const clock = defineLoop({
  name: 'clock',
  async run(ctx) {
    for (let n = 1; n <= ${steps}; n++) await ctx.callTools([{ type: 'tool-call', id: 't' + n, tool: 'tick', input: { n } }])
    return 'Done.'
  },
})
const stubborn = defineTool({
  name: 'stubborn', description: 'Ends never, whoever aborts it.', input: z.object({}),
  run: () => new Promise(() => setInterval(() => {}, 1000)),
})
const wall = defineLoop({
  name: 'wall',
  run: (ctx) => ctx.callTools([{ type: 'tool-call', id: 'w', tool: 'stubborn', input: {} }]).then(() => 'Never.'),
})
export default { loops: [clock, wall], tools: [tick, stubborn], data: 'data' }
`

type Server = { readonly child: ChildProcess; readonly url: string }

class Place {
  readonly folder = temporaryFolder()
  readonly #env = { PATH: process.env['PATH'] ?? '', HOME: this.folder, GYRE_MODEL: 'demo/rules' }

  constructor() {
    writeFileSync(join(this.folder, 'gyre.config.mjs'), config)
  }

  #gyre(...args: readonly string[]): ChildProcess {
    const bin = join(root, 'packages/gyre/src/bin.ts')
    const child = spawn(process.execPath, ['--conditions=@gyre/source', bin, ...args], {
      cwd: this.folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  async key(): Promise<string> {
    const child = this.#gyre('keys', 'add', 'test')
    let out = ''
    child.stdout?.on('data', (text) => {
      out += text
    })
    await once(child, 'close')
    return out.trim()
  }

  async serve(): Promise<Server> {
    const child = this.#gyre('serve', '--port', '0', '--json')
    const [line] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer]
    return { child, url: (JSON.parse(String(line)) as { url: string }).url }
  }

  get ticks(): readonly number[] {
    return readFileSync(join(this.folder, 'ticks'), 'utf8').trim().split('\n').map(Number)
  }
}

type Record = {
  readonly status: string
  readonly answer: unknown
  readonly steps: readonly { readonly path: string }[]
}

async function ended(url: string, key: string, id: string): Promise<Record> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${url}/api/v1/sessions/${id}`, { headers: { authorization: `Bearer ${key}` } })
    const record = (await response.json()) as Record
    if (record.status === 'completed') return record
    await sleep(100)
  }
  throw new Error('The session did not end.')
}

it.each(['SIGTERM', 'SIGKILL'] as const)('goes on with a session after %s, whoever waited for it', async (signal) => {
  const place = new Place()
  const key = await place.key()
  const first = await place.serve()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const begun = await fetch(`${first.url}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'clock', stream: true, messages: [{ role: 'user', content: 'Tick.' }] }),
  })
  const id = begun.headers.get('x-gyre-session-id') ?? ''
  const cut = begun.text().catch(() => 'cut')
  await sleep(700)
  first.child.kill(signal)
  await once(first.child, 'close')
  await cut
  const before = place.ticks.length
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(steps)
  const second = await place.serve()
  const record = await ended(second.url, key, id)
  expect(record.answer).toBe('Done.')
  const all = Array.from({ length: steps }, (_, at) => at + 1)
  // Who is killed may have to repeat what was under way, and nothing else.
  expect([...new Set(place.ticks)]).toEqual(all)
  expect(place.ticks.length).toBeLessThanOrEqual(signal === 'SIGTERM' ? steps : steps + 1)
  second.child.kill('SIGTERM')
  expect((await once(second.child, 'close'))[0]).toBe(0)
})

it('ends though a tool does not, and tells who waits', async () => {
  const place = new Place()
  const key = await place.key()
  const { url, child } = await place.serve()
  const answer = (stream: boolean) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'wall', stream, messages: [{ role: 'user', content: 'Run.' }] }),
    })
  const streamed = answer(true).then((response) => response.text())
  const whole = answer(false)
  await sleep(700)
  child.kill('SIGTERM')
  expect((await once(child, 'close'))[0]).toBe(0)
  expect(await streamed).toMatch(/"code":"server_stopping".*\n\ndata: \[DONE\]\n\n$/)
  expect((await whole).status).toBe(503)
})
