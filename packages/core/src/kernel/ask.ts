/** Waiting for a person: questions, approvals, and calls nobody knows the end of. */
import type { Json } from '../json.ts'
import { type Answer, grantedLimits, type InputFault, type Question, readText } from './answer.ts'
import { appliedFact, settlement } from './hands.ts'
import { Unfit } from './overrides.ts'
import type { Scope } from './scope.ts'
import type { NewFact } from './session-journal.ts'
import { step } from './step.ts'

export type Asking = {
  /** Not called again on replay. */
  readonly onAnswer?: (answer: Answer) => void
  readonly inputFault?: InputFault
}

const fits: InputFault = () => undefined

/** Asks once, waits as long as it takes, in this process or another. */
export function ask(scope: Scope, question: Question, { onAnswer, inputFault = fits }: Asking = {}): Promise<Answer> {
  const { path, ...plain } = question
  const asked = scope.session.redact.json(plain) as Omit<Question, 'path'>
  return step(scope, {
    kind: 'ask',
    path,
    request: asked,
    asksForMore: question.kind === 'budget',
    effect: async () => {
      const { supervisor, journal } = scope.session
      if (!supervisor.questions.isAsked(path)) {
        supervisor.questions.open(path, { ...asked, path })
        await journal.append([{ type: 'question.asked', path, data: asked }])
      }
      const { answer, by, intervention } = await supervisor.questions.wait(scope, question, inputFault)
      onAnswer?.(answer)
      const answered: NewFact = { type: 'question.answered', path, data: { ...answer, kind: question.kind, by } }
      if (!intervention) return { result: answer, data: { by }, facts: [answered] }
      return {
        result: answer,
        data: { by },
        facts: [answered, appliedFact(intervention, path)],
        settle: [settlement(intervention, path)],
      }
    },
    revive: (result) => result as Answer,
    // What the kernel asks is more than its answer: it is settled by one.
    ...(question.kind === 'question' && { byPerson: (result: Json) => personsAnswer(result, question) }),
  })
}

/** The answer of a person who did not wait for the question. */
function personsAnswer(result: Json, question: Question): Json | Unfit {
  const answer = readText(typeof result === 'string' ? result : JSON.stringify(result), question)
  return typeof answer === 'string' ? new Unfit(answer) : answer
}

/** Asks for more of a spent resource, and grants it to the session. False when the answer is `finish`. */
export async function askForMore(scope: Scope, path: string, resource: string): Promise<boolean> {
  const { session } = scope
  // Whichever step asks after a restart: what is asked already is not asked again.
  const open = session.supervisor.questions.openOf('budget')
  const question: Question = open ?? {
    path: `${path}/budget#${session.budget.answers + 1}`,
    kind: 'budget',
    question: `The limit of ${resource} is reached. How many more? Answer with a number, or \`finish\`.`,
    data: { resource },
  }
  const onAnswer = ({ text }: Answer) => {
    session.budget.answers += 1
    session.budget.account.extend(grantedLimits(text, question) ?? {})
  }
  const answer = await ask(scope.inside(path), question, { onAnswer })
  return grantedLimits(answer.text, question) !== undefined
}
