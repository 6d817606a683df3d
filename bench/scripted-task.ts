/**
 * The task all sides solve: look up so many items, one or several a turn, then answer.
 *
 * The model is stateless: which turn it is follows from the number of tool results it is shown, so
 * one model serves any number of runs at once. Every run's answer and the number of calls are
 * checked: a step that is skipped, repeated or dropped fails the benchmark.
 */
import { park } from './parking.ts'

export type Workload = {
  readonly iterations: number
  /** Tool calls a turn. */
  readonly width: number
  readonly toolMs: number
  /** The turn at which every run waits until all are let go. */
  readonly parksAt?: number
}

export type Lookup = { readonly id: string; readonly q: string }

type Turn = readonly Lookup[] | string

export const counts = { model: 0, tool: 0 }

/** The calls of the next turn, or the answer. */
export function nextTurn(workload: Workload, resultsSeen: number): Turn | Promise<Turn> {
  counts.model += 1
  const turn = resultsSeen / workload.width
  const next = turn >= workload.iterations ? answerOf(resultsSeen) : callsOf(workload, turn)
  return turn === workload.parksAt ? park().then(() => next) : next
}

function callsOf({ width }: Workload, turn: number): readonly Lookup[] {
  const calls: Lookup[] = []
  for (let index = 0; index < width; index++) calls.push({ id: `call_${turn}_${index}`, q: `item ${turn}.${index}` })
  return calls
}

export function lookup({ toolMs }: Workload, q: string): string | Promise<string> {
  // Before it is counted: a tool's error is an observation to many, the number of calls is not.
  if (typeof q !== 'string') throw new Error('The tool was given no item.')
  counts.tool += 1
  const text = `ok ${q}`
  return toolMs === 0 ? text : new Promise((resolve) => setTimeout(resolve, toolMs, text))
}

function answerOf(results: number): string {
  return `done:${results}`
}

export const goal = 'Look the items up, then answer.'
export const toolDescription = 'Looks an item up'

/** Runs so many times, one after another or all at once, and checks what came out. Milliseconds. */
export async function timed(
  workload: Workload,
  run: (workload: Workload) => Promise<unknown>,
  { runs, atOnce = false }: { readonly runs: number; readonly atOnce?: boolean },
): Promise<number> {
  counts.model = 0
  counts.tool = 0
  const expected = answerOf(workload.iterations * workload.width)
  const one = async () => {
    const answer = await run(workload)
    if (answer !== expected) throw new Error(`Wrong answer ${JSON.stringify(answer)}, not ${expected}.`)
  }
  const started = performance.now()
  if (atOnce) await Promise.all(Array.from({ length: runs }, one))
  else for (let each = 0; each < runs; each++) await one()
  const ms = performance.now() - started
  const models = runs * (workload.iterations + 1)
  const tools = runs * workload.iterations * workload.width
  if (counts.model !== models || counts.tool !== tools) {
    throw new Error(`Calls are off: model ${counts.model} of ${models}, tool ${counts.tool} of ${tools}.`)
  }
  return ms
}
