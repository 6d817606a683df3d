/** The tasks of a data set. Whatever is wrong with one is told with its line before anything runs. */
import { GyreError, type JsonObject } from '@gyre/core'
import { readRecords, type TaskRecord } from './read-records.ts'
import {
  gaiaSchema,
  gaiaStatement,
  hotpotSchema,
  hotpotStatement,
  ownSchema,
  ownStatement,
  type Statement,
} from './read-shapes.ts'
import { acceptedNumber, noTolerance } from './scorers/numeric.ts'
import { readPattern } from './scorers/pattern.ts'
import type { EvalTask, ScorerName, Tolerance } from './task.ts'
import { type FileShape, faultIn, mixtureIn } from './task-faults.ts'
import { shapeOf, type TaskShape } from './task-shape.ts'

/** What the file is called in messages, and the scorer for tasks that name none. */
export type ReadTasksOptions = {
  /** The name of the file, for people. */
  readonly source: string
  /** For tasks that name none; `exact` when left out. */
  readonly scorer?: ScorerName | undefined
}

/** The tasks of a file, and the shape they are in. */
export type TaskFile = { readonly shape: TaskShape; readonly tasks: readonly EvalTask[] }

/** The tasks of a data set. Fails with everything that is wrong with any of its lines. */
export function readTasks(text: string, { source, scorer = 'exact' }: ReadTasksOptions): TaskFile {
  const records = readRecords(text, source)
  const [first] = records
  const shape = shapeOf(first?.value ?? {})
  const tasks = records.map((record) => readTask(record, { shape, line: first?.line ?? 1 }, { source, scorer }))
  refuseTwice(tasks, source)
  return { shape, tasks }
}

function readTask(record: TaskRecord, file: FileShape, options: Required<ReadTasksOptions>): EvalTask {
  const { line, value } = record
  const { shape } = file
  const fault = (why: string) =>
    new GyreError('file-invalid', `${options.source}:${line}: ${why}`, { source: options.source, line })
  const wrong = mixtureIn(value, file) ?? faultIn(value, shape)
  if (wrong !== undefined) throw fault(wrong)
  const said = statementOf(value, shape)
  const task = {
    id: said.id ?? `line-${line}`,
    goal: said.goal,
    answers: said.answers,
    scorer: said.scorer ?? (said.tolerance === undefined ? (options.scorer as ScorerName) : 'numeric'),
    tolerance: toleranceOf(said.tolerance),
    files: said.files,
    context: said.context,
    config: said.config,
    line,
  }
  const unusable = unusableIn(task, said)
  if (unusable !== undefined) throw fault(unusable)
  return task
}

function statementOf(value: JsonObject, shape: TaskShape): Statement {
  if (shape === 'gaia') return gaiaStatement(gaiaSchema.parse(value))
  return shape === 'hotpotqa' ? hotpotStatement(hotpotSchema.parse(value)) : ownStatement(ownSchema.parse(value))
}

/** What the scorer could not work with. */
function unusableIn({ answers, scorer }: EvalTask, { tolerance }: Statement): string | undefined {
  if (answers.some((answer) => answer.trim() === '')) return 'an accepted answer is empty.'
  if (tolerance !== undefined && scorer !== 'numeric')
    return `\`tolerance\` is for the scorer \`numeric\`, and this task has \`${scorer}\`.`
  if (scorer === 'numeric') {
    const other = answers.find((answer) => acceptedNumber(answer) === undefined)
    if (other !== undefined)
      return `the scorer \`numeric\` needs one number for an answer, got ${JSON.stringify(other)}.`
  }
  return scorer === 'regex' ? answers.map(patternFault).find((why) => why !== undefined) : undefined
}

function patternFault(pattern: string): string | undefined {
  try {
    readPattern(pattern)
    return undefined
  } catch (error) {
    return `the pattern ${JSON.stringify(pattern)} cannot be used: ${error instanceof Error ? error.message : String(error)}.`
  }
}

/** `0.5` is that much, `"1%"` that part of the accepted number. */
function toleranceOf(given: number | string | undefined): Tolerance {
  if (given === undefined) return noTolerance
  if (typeof given === 'number') return { ...noTolerance, absolute: given }
  return { absolute: 0, relative: Number.parseFloat(given) / 100 }
}

function refuseTwice(tasks: readonly EvalTask[], source: string): void {
  const seen = new Map<string, number>()
  for (const { id, line } of tasks) {
    const before = seen.get(id)
    if (before !== undefined) {
      throw new GyreError('file-invalid', `${source}:${line}: the id \`${id}\` is that of line ${before}, too.`, { id })
    }
    seen.set(id, line)
  }
}
