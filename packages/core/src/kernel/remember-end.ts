/** What a session came to, kept for later ones: steps like any other, made before the end is written down. */
import { GyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import type { NewMemory } from '../ports/memory.ts'
import { textOfAnswer } from './answer-text.ts'
import type { LoopEnd } from './context.ts'
import type { Task } from './loop.ts'
import { remembering } from './memory-verbs.ts'
import { statusOf } from './outcome.ts'
import type { Scope } from './scope.ts'
import { note } from './small-verbs.ts'
import { step } from './step.ts'

const mostOfGoal = 500
const mostOfAnswer = 4000
/** What single steps gave: the last ones, as they stand on those before them. */
const mostSteps = 16
const mostOfOutput = 2000

/**
 * Remembers how a session ended, if it was made to and there is an answer, and what its steps gave where the loop
 * tells that. A memory that fails is noted and takes nothing away from the end.
 */
export async function rememberEnd(scope: Scope, task: Task, end: LoopEnd): Promise<void> {
  if (!isWorthKeeping(end)) return
  if (!(await keep(scope, 'memory', memoryOf(scope, task, end)))) return
  for (const output of stepOutputs(end.details)) {
    // Where one cannot be kept, the others would only take the time of finding that out.
    if (!(await keep(scope, 'memory-step', memoryOfStep(scope, output)))) return
  }
}

/** Whether it was kept, now or when this was recorded. */
async function keep(scope: Scope, label: string, memory: NewMemory): Promise<boolean> {
  const { session } = scope
  const path = scope.next(label)
  // A loop that ends otherwise now than it did: the other end tells that.
  if (session.isOffline && !session.journal.peek(path)) return false
  try {
    // The answer is there: nothing that is spent, and nobody's wish for an end, stands in the way of keeping it.
    await step(scope, { ...remembering(scope, path, memory), isLast: true, asksForMore: true })
    return true
  } catch (error) {
    if (session.isHalted || !(error instanceof GyreError)) throw error
    note(scope.below(path), 'memory-failed', { code: error.code, message: error.message })
    return false
  }
}

/** An answer that a limit cut short is one; what a session had when it failed, was stuck or aborted is none. */
function isWorthKeeping({ answer, outcome }: LoopEnd): boolean {
  return answer !== null && statusOf(outcome) === 'completed' && textOfAnswer(answer).trim() !== ''
}

function memoryOf(scope: Scope, { goal }: Task, { answer, outcome }: LoopEnd): NewMemory {
  const manner = outcome === 'answered' ? '' : ` (${outcome})`
  const { id } = scope.session
  return {
    text: `Task: ${shown(scope, goal, mostOfGoal)}\n\nAnswer${manner}: ${shown(scope, textOfAnswer(answer), mostOfAnswer)}`,
    kind: 'reasoning',
    data: { session: id, loop: scope.run.loop.name, outcome },
    ...expiry(scope),
  }
}

type StepOutput = { readonly goal: string; readonly output: string }

/** What a loop tells of its steps in `details.steps`: those with a goal and a text. */
function stepOutputs(details: Json): readonly StepOutput[] {
  const steps = isObject(details) ? details['steps'] : undefined
  return Array.isArray(steps) ? steps.filter(isStepOutput).slice(-mostSteps) : []
}

function isStepOutput(step: Json): step is StepOutput {
  if (!isObject(step)) return false
  const { goal, output } = step
  return typeof goal === 'string' && typeof output === 'string' && output.trim() !== ''
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function memoryOfStep(scope: Scope, { goal, output }: StepOutput): NewMemory {
  return {
    text: `Step: ${shown(scope, goal, mostOfGoal)}\n\nOutput: ${shown(scope, output, mostOfOutput)}`,
    kind: 'reasoning-step',
    data: { session: scope.session.id, loop: scope.run.loop.name },
    ...expiry(scope),
  }
}

function expiry({ session }: Scope): Pick<NewMemory, 'expiresInMs'> {
  const expiresInMs = session.definition.remembers?.expiresInMs
  return expiresInMs === undefined ? {} : { expiresInMs }
}

/** Secrets go before it is cut: the half of one would not be known as such. */
function shown({ session }: Scope, text: string, most: number): string {
  return shortened(session.redact.text(text).trim(), most)
}

/** At most so many characters, the last of which shows that there were more. No character is cut in halves. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(most - 2))
  return `${text.slice(0, most - (isHalf ? 2 : 1))}…`
}
