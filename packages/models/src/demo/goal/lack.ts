/** What a goal leaves open that only a person can say, and the goal with what they said. */
import { readProblem } from '../arithmetic/problem.ts'
import { numberIn } from '../arithmetic/result-text.ts'
import { readToolQuestion } from '../measures/tool-question.ts'
import { type Job, jobsIn, type Known } from './job.ts'

export type Lack = {
  /** What a person is asked. */
  readonly question: string
  /** What the tool would be called that does it, once it is known. */
  readonly tool: 'convert' | 'calculate'
  /** The jobs once it is answered; undefined when the answer does not say it. */
  jobs(answer: string): readonly Job[] | undefined
}

/** Undefined when nothing is left open, or more than rules can tell. */
export function lackIn(goal: string, known: Known = {}): Lack | undefined {
  if (jobsIn(goal, known)) return undefined
  return unitLack(goal, known) ?? numberLack(goal, known)
}

/** `Convert 5 km.` */
function unitLack(goal: string, known: Known): Lack | undefined {
  const said = goal.trim().replace(/(?<![?.!\s])[?.!\s]+$/, '')
  const asked = /^convert\b/i.test(said) ? readToolQuestion(`${said} to metres`) : undefined
  if (!asked) return undefined
  const { value, from } = asked.input
  return {
    question: `Into which unit shall I convert ${value} ${from}?`,
    tool: 'convert',
    jobs: (answer) => jobsIn(`${said} to ${answer.trim().replace(/^(?:in)?to /i, '')}`, known),
  }
}

/** `Multiply the result by 2.`, where there is none. */
function numberLack(goal: string, known: Known): Lack | undefined {
  if (!readProblem(goal, anyNumber)) return undefined
  return {
    question: `Which number do you mean in “${goal.trim()}”?`,
    tool: 'calculate',
    jobs: (answer) => {
      const that = numberIn(answer)
      return that === undefined ? undefined : jobsIn(goal, { ...known, that })
    },
  }
}

/** Only whether a number is missing is asked, not which. */
const anyNumber = 7
