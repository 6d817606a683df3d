/** What a goal wants, part by part: each is one kind of work that rules can do. */
import { type Problem, readProblem } from '../arithmetic/problem.ts'
import { asksForFact } from '../lookup/fact-question.ts'
import { readToolQuestion, type ToolQuestion } from '../measures/tool-question.ts'
import { type Puzzle, readPuzzle } from '../twenty-four/puzzle.ts'

export type Job =
  | { readonly kind: 'puzzle'; readonly text: string; readonly puzzle: Puzzle }
  | { readonly kind: 'measure'; readonly text: string; readonly asked: ToolQuestion }
  | { readonly kind: 'sum'; readonly text: string; readonly problem: Problem }
  | { readonly kind: 'fact'; readonly text: string }

/** What is known beside the goal itself. */
export type Known = {
  /** What was worked out before, for a goal that goes on from it. */
  readonly that?: number | undefined
  /** Whether there is a tool for such a question; all are believed to be there when nothing is said. */
  readonly canMeasure?: (asked: ToolQuestion) => boolean
}

/** The parts of a goal. Undefined when one of them is not understood: it may change what the others mean. */
export function jobsIn(goal: string, known: Known = {}): readonly Job[] | undefined {
  const whole = jobOf(goal, known)
  // The words of a question for a tool may be anything, another question too.
  const several = whole && whole.kind !== 'measure' ? undefined : partsIn(goal, known)
  return several ?? (whole && [whole])
}

function partsIn(goal: string, known: Known): readonly Job[] | undefined {
  const parts = goal
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 2 || parts.length > mostParts) return undefined
  const jobs = parts.map((part, index) => (index > 0 && pointing.test(part) ? undefined : jobOf(part, known)))
  return jobs.every((job) => job !== undefined) ? jobs : undefined
}

const mostParts = 8

/** Who or what is meant was said in another part. */
const pointing = /\b(?:it|its|he|him|his|she|her|hers|they|them|their)\b/i

const asking =
  'who|whom|whose|what|which|when|where|how (?:many|much|long|high|tall|wide|far|deep|old)|convert|work out'

/** One question ends and the next begins. */
const between = new RegExp(
  String.raw`(?<=[?.;!])\s+(?:and\s+)?(?:also\s+)?|;\s*(?:and\s+)?|(?:,|(?<!\s))\s+(?:and|then|also)\s+(?:also\s+|then\s+)?(?=(?:in |on |at )?(?:${asking})\b)`,
  'i',
)

/** What somebody says before a question: `Please find out who built it.` */
const leadIn = new RegExp(
  String.raw`^(?:and\s+)?(?:please\s+)?(?:(?:find out|tell me|look up|investigate|say|check)\s+)(?=(?:${asking})\b)`,
  'i',
)

function jobOf(part: string, known: Known): Job | undefined {
  const text = part.trim()
  const puzzle = readPuzzle(text)
  if (puzzle) return { kind: 'puzzle', text, puzzle }
  const asked = readToolQuestion(questionOf(text)) ?? readToolQuestion(text)
  if (asked && (known.canMeasure?.(asked) ?? true)) return { kind: 'measure', text: questionOf(text), asked }
  const problem = readProblem(text, known.that)
  if (problem) return { kind: 'sum', text: capital(text), problem }
  const question = questionOf(text)
  return asksForFact(question) ? { kind: 'fact', text: question } : undefined
}

/** Without what is said before it, with a capital, and with its mark when it asks. */
function questionOf(text: string): string {
  const said = capital(text.replace(leadIn, '').replace(/(?<![?.!;,\s])[?.!;,\s]+$/, ''))
  const isAsking = new RegExp(`^(?:(?:in|on|at) )?(?:${asking.replace(/\|convert.*$/, '')})\\b`, 'i').test(said)
  return isAsking ? `${said}?` : `${said}.`
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
