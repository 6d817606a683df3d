/** What a session came to, in the words that later ones find it by. */
import type { Redactor } from '../audit/redaction.ts'
import { isObject, type Json } from '../json.ts'
import type { NewMemory } from '../ports/memory.ts'
import { textOfAnswer } from './answer-text.ts'
import type { LoopEnd } from './context.ts'
import { statusOf } from './outcome.ts'
import type { ResultMemory } from './session-view.ts'

const mostOfGoal = 500
const mostOfAnswer = 4000
/** What single steps gave: the last ones, as they stand on those before them. */
const mostSteps = 16
const mostOfOutput = 2000

type Remembered = {
  readonly session: string
  readonly loop: string
  readonly redact: Redactor
  readonly terms: ResultMemory
}

type Ending = Pick<LoopEnd, 'answer' | 'outcome' | 'details'>

/** The goal and the answer; undefined where there is nothing worth keeping. */
export function answerMemory(about: Remembered, goal: string, end: Ending): NewMemory | undefined {
  if (!isWorthKeeping(end)) return undefined
  const { answer, outcome } = end
  const { session, loop } = about
  const manner = outcome === 'answered' ? '' : ` (${outcome})`
  return {
    text: `Task: ${shown(about, goal, mostOfGoal)}\n\nAnswer${manner}: ${shown(about, textOfAnswer(answer), mostOfAnswer)}`,
    kind: 'reasoning',
    data: { session, loop, outcome },
    ...expiry(about),
  }
}

/** What the steps gave, where the loop tells that in `details.steps` and the session came to something. */
export function stepMemories(about: Remembered, end: Ending): readonly NewMemory[] {
  const { session, loop } = about
  return stepOutputs(end).map(({ goal, output }) => ({
    text: `Step: ${shown(about, goal, mostOfGoal)}\n\nOutput: ${shown(about, output, mostOfOutput)}`,
    kind: 'reasoning-step',
    data: { session, loop },
    ...expiry(about),
  }))
}

export function hasStepMemories(end: Ending): boolean {
  return stepOutputs(end).length > 0
}

/** An answer that a limit cut short is one; what a session had when it failed, was stuck or aborted is none. */
function isWorthKeeping({ answer, outcome }: Ending): boolean {
  return answer !== null && statusOf(outcome) === 'completed' && textOfAnswer(answer).trim() !== ''
}

type StepOutput = { readonly goal: string; readonly output: string }

function stepOutputs(end: Ending): readonly StepOutput[] {
  const { details } = end
  const steps = isObject(details) ? details['steps'] : undefined
  return Array.isArray(steps) && isWorthKeeping(end) ? steps.filter(isStepOutput).slice(-mostSteps) : []
}

/** A text that is known to be of no use is not kept, nor one that may be meant to steer who reads it later. */
function isStepOutput(step: Json): step is StepOutput {
  if (!isObject(step)) return false
  const { goal, output, quality, suspected } = step
  if (quality === 'failed' || isSuspected(suspected)) return false
  return typeof goal === 'string' && typeof output === 'string' && output.trim() !== ''
}

/** Places in the text, or just that there are some. */
function isSuspected(suspected: Json | undefined): boolean {
  return Array.isArray(suspected) ? suspected.length > 0 : suspected === true
}

function expiry({ terms: { expiresInMs } }: Remembered): Pick<NewMemory, 'expiresInMs'> {
  return expiresInMs === undefined ? {} : { expiresInMs }
}

/** Secrets go before it is cut: the half of one would not be known as such. */
function shown({ redact }: Remembered, text: string, most: number): string {
  return shortened(redact.text(text).trim(), most)
}

/** At most so many characters, the last of which shows that there were more. No character is cut in halves. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(most - 2))
  return `${text.slice(0, most - (isHalf ? 2 : 1))}…`
}
