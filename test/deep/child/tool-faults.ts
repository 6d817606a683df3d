/** Sessions whose tools do everything wrong, through one guard of one runtime: tells what models read and what memory is in use. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  defineLoop,
  type JournalRow,
  type Json,
  type Message,
  Runtime,
  systemClock,
  type Tool,
  type ToolCall,
} from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { sqliteStore } from '@gyre/stores'
import { z } from 'zod'
import { toolGuard } from '../../../packages/tools/src/guard/guard.ts'
import { endIsolated } from '../../../packages/tools/src/isolation/run-isolated.ts'
import { faultyTools } from './faulty-tools.ts'

type Calls = Readonly<Record<string, number>>

export type FaultsOrder = {
  /** A module that ends its process. */
  readonly killer: string
  /** Bad calls of each kind in one round. */
  readonly calls: Calls
  /** Those that take long: at the end of a session of many rounds. */
  readonly slowCalls: Calls
  /** Sessions of one call, before anything is looked at: the guard remembers the tokens of the last thousand. */
  readonly before: number
  /** The rounds of each session, one session after the other. */
  readonly sessions: readonly number[]
  /** Sessions, and rounds of a session, between two looks at the memory. */
  readonly lookEvery: number
}

export type FaultsSaid = {
  /** What models read of bad calls, each text once, by kind. */
  readonly read: Readonly<Record<string, readonly string[]>>
  readonly outcomes: readonly string[]
  /** Bad calls in all. */
  readonly made: number
  /** Calls whose arguments are not on record as they were made. */
  readonly changed: number
  /** Bytes in use between sessions. */
  readonly between: readonly number[]
  /** Bytes in use while a session of many rounds goes on: by session. */
  readonly within: readonly (readonly number[])[]
  /** What nobody caught. */
  readonly uncaught: readonly string[]
}

const order = JSON.parse(process.argv[2] ?? '{}') as FaultsOrder
const tools = faultyTools(order.killer)
const read = new Map<string, Set<string>>()
const uncaught: string[] = []
const within: (readonly number[])[] = []
let made = 0
let changed = 0

process.on('unhandledRejection', (error) => uncaught.push(String(error)))
process.on('uncaughtException', (error) => uncaught.push(String(error)))

/** Every third call of a tool goes well: its breaker stays closed. */
function* round(number: number, calls: Calls): Generator<ToolCall> {
  let n = number * 10_000
  const call = (kind: string, well: boolean): ToolCall => {
    n += 1
    return { type: 'tool-call', id: `${number}-${n}`, tool: `faults.${kind}`, input: { n, well } }
  }
  for (const [kind, count] of Object.entries(calls)) {
    for (let bad = 1; bad <= count; bad++) {
      yield call(kind, false)
      if (bad % 2 === 0) yield call(kind, true)
    }
  }
}

const misuse = defineLoop({
  name: 'misuse',
  config: z.object({ rounds: z.number() }),
  async run(ctx, _task, { rounds }) {
    let observed = 0
    const make = async (calls: Iterable<ToolCall>) => {
      for (const call of calls) {
        const [message] = await ctx.callTools([call])
        note(call, message)
        observed += 1
      }
    }
    const looks: number[] = []
    for (let number = 1; number <= rounds; number++) {
      await make(round(number, order.calls))
      if (number % order.lookEvery === 0) looks.push(await bytesInUse())
    }
    if (looks.length > 0) within.push(looks)
    if (rounds > 1) await make(round(rounds + 1, order.slowCalls))
    if (rounds === 0) await make([{ type: 'tool-call', id: '1', tool: 'faults.throws', input: { n: 1, well: true } }])
    return observed
  },
})

function note(call: ToolCall, message: Message | undefined): void {
  const [result] = message?.parts ?? []
  const { well } = call.input as { readonly well: boolean }
  const text = result?.type === 'tool-result' ? shown(result.text, result.error === true) : 'no result'
  const kind = well ? 'well' : call.tool
  if (!well) made += 1
  read.set(kind, (read.get(kind) ?? new Set()).add(text))
}

function shown(text: string, isError: boolean): string {
  const end = text.length > 300 ? `${text.length} characters, ${text.slice(-100)}` : text
  return `${isError ? 'error' : 'answer'}: ${end}`
}

/** Arguments on record that are not a number and whether it should go well. */
function countChanged(rows: readonly JournalRow[]): void {
  for (const { kind, request } of rows) {
    if (kind !== 'tool' || request === null) continue
    const { input } = JSON.parse(request) as { readonly input: Readonly<Record<string, Json>> }
    const isAsMade =
      typeof input['n'] === 'number' && typeof input['well'] === 'boolean' && Object.keys(input).length === 2
    if (!isAsMade) changed += 1
  }
}

const folder = mkdtempSync(join(tmpdir(), 'gyre-faults-'))
// On disk: what a session has on record grows with it, and is not what is looked for here.
const store = sqliteStore(join(folder, 'sessions.db'), { key: 'one', synchronous: 'NORMAL' })
const toolRunner = toolGuard({ clock: systemClock, keys: store.keys, keyValue: store.keyValue })
const runtime = new Runtime({ store, loops: [misuse], toolRunner })

async function session(rounds: number): Promise<string> {
  const started = await runtime.start(misuse, 'Go.', {
    model: modelOf(() => says('')),
    tools: tools as readonly Tool[],
    config: { rounds },
  })
  const { outcome, answer } = await started.outcome
  countChanged(await store.journal.read(started.id, 1))
  return `${outcome} ${JSON.stringify(answer)}`
}

/** What calls that were given up still wait for is over by then. */
const settleMs = 700

async function bytesInUse(): Promise<number> {
  await sleep(settleMs)
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const outcomes: string[] = []
const between: number[] = []
for (let count = 0; count < order.before; count++) await session(0)
for (const [at, rounds] of order.sessions.entries()) {
  outcomes.push(await session(rounds))
  if ((at + 1) % order.lookEvery === 0) between.push(await bytesInUse())
}
await runtime.close()
await endIsolated()
rmSync(folder, { recursive: true, force: true })
const said: FaultsSaid = {
  read: Object.fromEntries([...read].map(([kind, texts]) => [kind, [...texts]])),
  outcomes,
  made,
  changed,
  between,
  within,
  uncaught,
}
process.stdout.write(`${JSON.stringify(said)}\n`)
