/** What is wrong with a record of a data set, in words; where it stands is told by who reads the file. */
import { issuesOf, type JsonObject, nearestNames } from '@gyre/core'
import { ownSchema, schemas } from './read-shapes.ts'
import { shapeOf, shapeWords, type TaskShape } from './task-shape.ts'

/** The shape of a file, and the line that tells it. */
export type FileShape = { readonly shape: TaskShape; readonly line: number }

/** A slip first: of a field in other letters the form would only say that it is missing. */
export function faultIn(value: JsonObject, shape: TaskShape): string | undefined {
  return slipIn(value, shape) ?? misfitIn(value, shape) ?? lackIn(value, shape)
}

/** A task that would be right in a file of another shape, or has a fault there and is none of this one all the same. */
export function mixtureIn(value: JsonObject, { shape, line }: FileShape): string | undefined {
  const other = shapeOf(value)
  if (other === shape || (faultIn(value, other) !== undefined && !isSurelyGaia(value))) return undefined
  return `this task has ${shapeName(other)}, and that of line ${line} has ${shapeName(shape)}: all tasks of a file have the same. Put them into two files.`
}

/** One of its fields may be a slip of ours in other letters; two are none. */
function isSurelyGaia(value: JsonObject): boolean {
  return ['task_id', 'Question', 'Final answer'].filter((key) => value[key] !== undefined).length > 1
}

function shapeName(shape: TaskShape): string {
  return shape === 'own' ? 'our own shape' : `the shape of ${shapeWords[shape]}`
}

/** A file may say more of its tasks than is read, but not in words that are nearly ours. */
function slipIn(value: JsonObject, shape: TaskShape): string | undefined {
  if (shape !== 'own') return undefined
  const known = Object.keys(ownSchema.shape)
  for (const key of Object.keys(value)) {
    const [meant] = known.includes(key) ? [] : nearestNames(key, known, 1)
    if (meant !== undefined && !(meant in value)) return `there is no field \`${key}\`: did you mean \`${meant}\`?`
  }
  return undefined
}

function misfitIn(value: JsonObject, shape: TaskShape): string | undefined {
  // What an answer is to be found in must not be left out in silence.
  if (shape === 'own' && value['context'] !== undefined && typeof value['context'] !== 'string')
    return '`context` is neither a text nor the passages of HotpotQA, which go with a `question`: `[[title, [sentence, …]], …]` or `{ title: […], sentences: [[…], …] }`.'
  const [issue] = issuesOf(schemas[shape], value)
  if (!issue) return undefined
  const { path, message } = issue
  return `as a task of ${shapeWords[shape]} shape: ${[path.join('.'), message].filter(Boolean).join(': ')}`
}

function lackIn(value: JsonObject, shape: TaskShape): string | undefined {
  const { goal, question } = value
  if (shape === 'own') {
    if (goal === undefined && question === undefined) return 'the task has no `goal`, and no `question` either.'
    if (goal !== undefined && question !== undefined) return 'a task has a `goal` or a `question`, not both.'
  }
  const asked = shape === 'gaia' ? value['Question'] : (goal ?? question)
  if (String(asked).trim() === '') return 'the goal of the task is empty.'
  if (shape === 'gaia' && String(value['Final answer']).trim() === '?')
    return 'the final answer is `?`: this part of GAIA has no answers, so nothing can be scored.'
  return undefined
}
