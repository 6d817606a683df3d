/** What a request costs the server, beside bare Hono that answers with the same amount of text. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { median } from './figures.ts'
import type { Listening } from './server-process.ts'
import type { Measure, Row } from './workloads.ts'

type Side = { readonly child: ChildProcess; readonly agent: Agent } & Listening
type Call = { readonly path: string; readonly body?: string }
type Taken = { readonly cpuUs: number; readonly perSecond: number; readonly firstByteMs: number }

const atOnce = 8

async function begun(name: 'hono' | 'gyre'): Promise<Side> {
  const file = fileURLToPath(new URL('./server-process.ts', import.meta.url))
  const execArgv = ['--conditions=@gyre/source', '--disable-warning=ExperimentalWarning']
  const child = fork(file, [name], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [listening] = (await once(child, 'message')) as [Listening]
  return { child, agent: new Agent({ keepAlive: true, maxSockets: atOnce }), ...listening }
}

async function cpuOf({ child }: Side): Promise<number> {
  child.send('cpu')
  const [{ user, system }] = (await once(child, 'message')) as [{ user: number; system: number }]
  return user + system
}

/** Sends one; answers with the time to the first byte of the body, in ms. */
function send({ url, key, agent }: Side, { path, body }: Call): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const started = performance.now()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = request(`${url}${path}`, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (response) => {
    let firstMs: number | undefined
    response.on('data', () => {
      firstMs ??= performance.now() - started
    })
    response.on('end', () =>
      response.statusCode === 200 ? resolve(firstMs ?? 0) : reject(new Error(`${response.statusCode}`)),
    )
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

async function measured(side: Side, call: Call, requests: number): Promise<Taken> {
  const firsts: number[] = []
  const cpu = await cpuOf(side)
  const started = performance.now()
  let left = requests
  const worker = async () => {
    while (left-- > 0) firsts.push(await send(side, call))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const ms = performance.now() - started
  const cpuUs = ((await cpuOf(side)) - cpu) / requests
  return { cpuUs, perSecond: (requests / ms) * 1000, firstByteMs: median(firsts) }
}

const question = (stream: boolean) =>
  JSON.stringify({ model: 'direct', stream, messages: [{ role: 'user', content: 'What is it?' }] })

const calls: Readonly<Record<string, { readonly call: Call; readonly requests: number }>> = {
  'GET /v1/models': { call: { path: '/v1/models' }, requests: 3000 },
  'one-step completion': { call: { path: '/v1/chat/completions', body: question(false) }, requests: 1000 },
  'one-step completion, streamed': { call: { path: '/v1/chat/completions', body: question(true) }, requests: 1000 },
}

export const serving: Measure = async ({ rounds }) => {
  const sides = { hono: await begun('hono'), gyre: await begun('gyre') }
  try {
    const rows: Row[] = []
    for (const [what, { call, requests }] of Object.entries(calls)) {
      for (const side of Object.values(sides)) await measured(side, call, requests)
      const taken = { hono: [] as Taken[], gyre: [] as Taken[] }
      for (let round = 0; round < rounds; round++) {
        taken.hono.push(await measured(sides.hono, call, requests))
        taken.gyre.push(await measured(sides.gyre, call, requests))
      }
      rows.push(...rowsOf(what, taken))
    }
    return rows
  } finally {
    for (const { child } of Object.values(sides)) child.disconnect()
  }
}

function rowsOf(
  what: string,
  { hono, gyre }: { readonly hono: readonly Taken[]; readonly gyre: readonly Taken[] },
): readonly Row[] {
  const row = (unit: string, of: (taken: Taken) => number, digits: number): Row => {
    const [floor, own] = [median(hono.map(of)), median(gyre.map(of))]
    const ratio = median(gyre.map((taken, round) => of(taken) / of(hono[round] ?? taken)))
    return {
      what: `${what}, ${unit}`,
      floor: floor.toFixed(digits),
      gyre: own.toFixed(digits),
      ratio: `${ratio.toFixed(2)}×`,
      goal: '–',
      holds: true,
    }
  }
  return [
    row('CPU µs', ({ cpuUs }) => cpuUs, 0),
    row('requests/s', ({ perSecond }) => perSecond, 0),
    row('ms to the first byte', ({ firstByteMs }) => firstByteMs, 2),
  ]
}
