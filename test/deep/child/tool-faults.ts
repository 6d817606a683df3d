/** Sessions whose tools do everything wrong, through the guard: tells what models read and what memory is left. */
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
import { memoryStore } from '@gyre/stores'
import { z } from 'zod'
import { toolGuard } from '../../../packages/tools/src/guard/guard.ts'
import { endIsolated } from '../../../packages/tools/src/isolation/run-isolated.ts'
import { faultyTools } from './faulty-tools.ts'

export type FaultsOrder = {
  /** A module that ends its process. */
  readonly killer: string
  readonly sessions: number
  /** Bad calls of each kind in a session. */
  readonly calls: Readonly<Record<string, number>>
}

export type FaultsSaid = {
  /** What models read of bad calls, each text once, by kind. */
  readonly read: Readonly<Record<string, readonly string[]>>
  readonly outcomes: readonly string[]
  /** Bad calls in all. */
  readonly made: number
  /** Calls whose arguments are not on record as they were made. */
  readonly changed: number
  /** Bytes in use after each session. */
  readonly heap: readonly number[]
  /** What nobody caught. */
  readonly uncaught: readonly string[]
}

const order = JSON.parse(process.argv[2] ?? '{}') as FaultsOrder
const tools = faultyTools(order.killer)
const read = new Map<string, Set<string>>()
const uncaught: string[] = []
let made = 0
let changed = 0

process.on('unhandledRejection', (error) => uncaught.push(String(error)))
process.on('uncaughtException', (error) => uncaught.push(String(error)))

/** Every third call of a tool goes well: its breaker stays closed. */
function* schedule(): Generator<ToolCall> {
  let n = 0
  const call = (kind: string, well: boolean): ToolCall => {
    n += 1
    return { type: 'tool-call', id: `${n}`, tool: `faults.${kind}`, input: { n, well } }
  }
  for (const [kind, count] of Object.entries(order.calls)) {
    for (let bad = 1; bad <= count; bad++) {
      yield call(kind, false)
      if (bad % 2 === 0) yield call(kind, true)
    }
  }
}

const misuse = defineLoop({
  name: 'misuse',
  config: z.object({}),
  async run(ctx) {
    let observed = 0
    for (const call of schedule()) {
      const [message] = await ctx.callTools([call])
      note(call, message)
      observed += 1
    }
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

async function session(): Promise<string> {
  const store = memoryStore()
  const toolRunner = toolGuard({ clock: systemClock, keys: store.keys, keyValue: store.keyValue })
  const runtime = new Runtime({ store, loops: [misuse], toolRunner })
  const started = await runtime.start(misuse, 'Go.', {
    model: modelOf(() => says('')),
    tools: tools as readonly Tool[],
  })
  const { outcome, answer } = await started.outcome
  countChanged(await store.journal.read(started.id, 1))
  await runtime.close()
  return `${outcome} ${JSON.stringify(answer)}`
}

/** What calls that were given up still wait for is over by then. */
const settleMs = 700

const outcomes: string[] = []
const heap: number[] = []
for (let count = 0; count < order.sessions; count++) {
  outcomes.push(await session())
  await sleep(settleMs)
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  heap.push(heapUsed + external)
}
await endIsolated()
const said: FaultsSaid = {
  read: Object.fromEntries([...read].map(([kind, texts]) => [kind, [...texts]])),
  outcomes,
  made,
  changed,
  heap,
  uncaught,
}
process.stdout.write(`${JSON.stringify(said)}\n`)
