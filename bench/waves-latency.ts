/**
 * How long waves take on a simulated clock, beside the same calls made one at a time: a table in Markdown.
 *
 * A reply of the model arrives evenly over its time, and a call of the tool takes its own. Nobody waits for it, and every
 * machine prints the same. What began early must leave the same answers and the same trace.
 */
import { deepStrictEqual } from 'node:assert'
import { factOf, Runtime, type Tool, waves } from '../packages/core/src/index.ts'
import { type SimulatedClock, simulatedClock } from '../packages/core/src/testing/index.ts'
import { competence } from '../packages/lab/src/competence.ts'
import { simulatedModel } from '../packages/lab/src/simulated-model.ts'
import { timedModel, timedTool, timeOf } from '../packages/lab/src/simulation/timing.ts'
import { fanOut } from '../packages/lab/src/tasks/fan-out.ts'
import type { LabTask } from '../packages/lab/src/tasks/task-family.ts'
import { memoryStore } from '../packages/stores/src/index.ts'
import { markdownTable } from '../scripts/reference/markdown-table.ts'
import { whole } from './figures.ts'

const modelMs = 500
const fastMs = modelMs / 5
const toolMs = [200, 300] as const
const tasks = 20
/** Of a reply. */
const pieces = 50

type Variant = {
  readonly name: string
  readonly config: object
  readonly guessMs: number
  /** How often a guess is right; always when left out. */
  readonly guess?: number
}

const off = { eager: false, speculate: false, selfCorrect: false, planCache: false }
const inTurn: Variant = { name: 'one at a time', config: { maxTools: 1, maxWaves: 100 }, guessMs: modelMs }
const plain: Variant = { name: 'waves', config: {}, guessMs: modelMs }
const early: readonly Variant[] = [
  { name: 'eager', config: { eager: true }, guessMs: modelMs },
  { name: 'speculation', config: { speculate: true }, guessMs: modelMs },
  { name: 'speculation, 5× faster', config: { speculate: true }, guessMs: fastMs },
  { name: 'the same, all wrong', config: { speculate: true }, guessMs: fastMs, guess: 0 },
  { name: 'both, 5× faster', config: { eager: true, speculate: true }, guessMs: fastMs },
]

const shapes = [
  { name: 'fan-out, 4 lines of 2', width: 4, depth: 2 },
  { name: 'fan-out, 8 lines of 3', width: 8, depth: 3 },
  { name: 'chain of 4', width: 1, depth: 4 },
  { name: 'chain of 8', width: 1, depth: 8 },
]

type Run = { readonly latencyMs: number; readonly answer: unknown; readonly trace: readonly string[] }

async function run({ goal, tools, isRight }: LabTask, { config, guessMs, guess = 1 }: Variant): Promise<Run> {
  const clock = simulatedClock()
  const runtime = new Runtime({ store: memoryStore(), clock, loops: [waves], lingerMs: 0 })
  const timing = { modelMs, guessMs, toolMs: toolMs[0] }
  const model = timedModel(
    simulatedModel({ competence: competence({ ahead: 0, guess }) }),
    clock,
    timeOf(timing),
    pieces,
  )
  const from = clock.now()
  const options = {
    model,
    tools: tools.map((tool) => unevenTool(tool, clock)),
    config: { maxWaves: 10, ...off, ...config },
  }
  const session = await runtime.start(waves, goal, options)
  const { answer } = await clock.runUntil(session.outcome)
  const latencyMs = clock.now() - from
  if (!isRight(answer)) throw new Error(`“${answer}” is wrong: ${goal}`)
  const trace = await traceOf(runtime, session.id)
  await runtime.close({ graceMs: 0 })
  return { latencyMs, answer, trace }
}

/** Some entries take longer than others. */
function unevenTool(tool: Tool, clock: SimulatedClock): Tool {
  const isSlow = (input: unknown) => JSON.stringify(input).length % 2 === 0
  const [quick, slow] = toolMs.map((ms) => timedTool(tool, clock, ms)) as [Tool, Tool]
  return { ...tool, run: (input, context) => (isSlow(input) ? slow : quick).run(input, context) }
}

/** What was asked and what came back at every path, without settings, times and what was only guessed. */
async function traceOf(runtime: Runtime, session: string): Promise<readonly string[]> {
  const facts = (await runtime.read(session)).rows.map(factOf)
  const steps = facts.filter(({ path }) => path?.startsWith('ahead#') !== true)
  // What else stands beside a step is how long it took and what it cost.
  return steps
    .map(({ type, path, kind, request, result, data }) =>
      JSON.stringify({ path, type, kind, request, result, ...(type === 'note' && { data }) }),
    )
    .sort()
}

export async function wavesLatencyTable(): Promise<string> {
  const head = ['', `${inTurn.name}, ms`, ...[plain, ...early].map(({ name }) => name)]
  const rows: string[][] = []
  for (const { name, ...shape } of shapes) {
    const family = fanOut({ ...shape, entries: 0 })
    const sums = new Map<Variant, number>()
    for (let index = 0; index < tasks; index += 1) {
      const task = family.task(1, index)
      const add = (variant: Variant, { latencyMs }: Run) => sums.set(variant, (sums.get(variant) ?? 0) + latencyMs)
      const base = await run(task, plain)
      add(plain, base)
      const sequential = await run(task, inTurn)
      deepStrictEqual(sequential.answer, base.answer)
      add(inTurn, sequential)
      for (const variant of early) {
        const made = await run(task, variant)
        deepStrictEqual([made.answer, made.trace], [base.answer, base.trace])
        add(variant, made)
      }
    }
    const total = sums.get(inTurn) ?? 1
    const ratios = [plain, ...early].map((variant) => `${((sums.get(variant) ?? 0) / total).toFixed(2)}×`)
    rows.push([name, whole(total / tasks), ...ratios])
  }
  return markdownTable(head, rows)
}
