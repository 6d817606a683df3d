/** What `gyre eval` was asked for: everything about it that can be wrong is found here. */
import { basename, dirname, resolve } from 'node:path'
import { GyreError, type Model, matchesGlob, suggestion } from '@gyre/core'
import { type EvalTask, isScorerName, readTasks, type ScorerName, scorerNames } from '@gyre/lab'
import { attachedFiles } from '../../eval/attached-files.ts'
import { armsOf, type RunnableArm } from '../../eval/eval-arms.ts'
import { type EvalCell, evalCells } from '../../eval/eval-cells.ts'
import { readNamedFile } from '../arguments/json-argument.ts'
import { readKeyValues } from '../arguments/key-values.ts'
import { wholeNumber } from '../arguments/quantities.ts'
import { wordList } from '../arguments/word-list.ts'
import type { CommandCall } from '../command.ts'
import type { Options } from '../options.ts'
import type { Place } from '../place.ts'

export type EvalRequest = {
  /** The name of the data set. */
  readonly title: string
  /** Its file as it was named. */
  readonly source: string
  readonly arms: readonly RunnableArm[]
  readonly cells: readonly EvalCell[]
  readonly judge: Model
  readonly concurrency: number
  /** Sessions begun before do not count, in ms. */
  readonly since: number
  readonly minAccuracy: number | undefined
}

/** The file is read before any data is opened. */
export async function evalRequest({ args, options, io, place: open }: CommandCall): Promise<EvalRequest> {
  const numbers = readNumbers(options)
  const [named = ''] = args
  const path = resolve(io.cwd, named)
  const tasks = await chosenTasks(path, named, options)
  const attached = await Promise.all(
    tasks.map(async (task) => ({ task, files: await attachedFiles(task, dirname(path), named) })),
  )
  const place = await open()
  const { arms, models } = await chosenArms(place, options)
  const budget = options.texts('budget')
  const cells = await evalCells(place.runtime, attached, arms, {
    repeat: numbers.repeat,
    ...(budget.length > 0 && { budget: readKeyValues('--budget', budget) }),
    defaultModel: (models[0] as Model).id,
    // What one session remembers would be the answer of the next.
    tools: (await place.tools()).filter(({ name }) => !matchesGlob('memory.*', name)),
    toolsOf: (patterns) => place.tools(patterns),
  })
  const judgeName = options.text('judge')
  const judge = judgeName === undefined ? (models[0] as Model) : await place.model(judgeName)
  refuseDemoJudge(judge, tasks, named)
  return { ...numbers, title: basename(path), source: named, arms, cells, judge }
}

/** Its rules know sums and a few documents; whether two answers mean the same they cannot tell. */
function refuseDemoJudge({ id }: Model, tasks: readonly EvalTask[], source: string): void {
  const judged = tasks.find(({ scorer }) => scorer === 'judge')
  if (!judged || !id.startsWith('demo/')) return
  const why = `\`${id}\` works by rules and cannot judge whether an answer means the same as an accepted one`
  const way = 'Name another model by `--judge`, or another scorer'
  throw new GyreError('usage-invalid', `${source}:${judged.line}: this task needs a judge, and ${why}. ${way}.`)
}

function readNumbers(options: Options) {
  return {
    repeat: wholeNumber('--repeat', options.text('repeat'), 1, 1000) ?? 1,
    concurrency: wholeNumber('--concurrency', options.text('concurrency'), 1, 1000) ?? 4,
    minAccuracy: share('--min-accuracy', options.text('min-accuracy')),
    since: sinceOf(options),
  }
}

function share(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= 0 && value <= 1) return value
  throw new GyreError('usage-invalid', `\`${option} ${text}\`: expected a share from 0 to 1, such as 0.8.`)
}

function sinceOf(options: Options): number {
  const text = options.text('since')
  if (options.flag('fresh') && text !== undefined) {
    throw new GyreError('usage-invalid', '`--fresh` begins anew, `--since` goes on: give one of them.')
  }
  if (text === undefined) return options.flag('fresh') ? Date.now() : 0
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time
  throw new GyreError('usage-invalid', `\`--since ${text}\`: expected a time, such as 2026-01-31T12:00:00Z.`)
}

async function chosenTasks(path: string, source: string, options: Options): Promise<readonly EvalTask[]> {
  const scorer = scorerOf(options.text('scorer'))
  const context = options.text('context') ?? 'given'
  if (context !== 'given' && context !== 'none') {
    throw new GyreError('usage-invalid', `\`--context ${context}\`: expected none or given.`)
  }
  const limit = wholeNumber('--limit', options.text('limit'), 1)
  const { tasks } = readTasks((await readNamedFile(path)).toString('utf8'), { source, scorer })
  const chosen = onlyThese(tasks, wordList(options.text('only'))).slice(0, limit)
  return context === 'given' ? chosen : chosen.map((task) => ({ ...task, context: undefined }))
}

function scorerOf(name: string | undefined): ScorerName | undefined {
  if (name === undefined || isScorerName(name)) return name
  throw new GyreError(
    'usage-invalid',
    `\`--scorer ${name}\`: there is no such scorer; ${suggestion(name, scorerNames)}`,
  )
}

function onlyThese(tasks: readonly EvalTask[], ids: readonly string[]): readonly EvalTask[] {
  const known = tasks.map(({ id }) => id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown !== undefined) {
    throw new GyreError('usage-invalid', `\`--only\`: there is no task \`${unknown}\`; ${suggestion(unknown, known)}`)
  }
  return ids.length === 0 ? tasks : tasks.filter(({ id }) => ids.includes(id))
}

async function chosenArms(place: Place, options: Options) {
  const [loops, personas] = [wordList(options.text('loops')), wordList(options.text('personas'))]
  if (loops.length + personas.length === 0) {
    throw new GyreError('usage-invalid', '`gyre eval` needs what is to do the tasks: --loops a,b or --personas x,y.')
  }
  const named = wordList(options.text('models'))
  const models = await Promise.all(named.length > 0 ? named.map((name) => place.model(name)) : [place.model()])
  return { models, arms: armsOf({ loops, personas, models, areModelsNamed: named.length > 0 }) }
}
