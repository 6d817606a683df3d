/** Waiting for a person: questions, approvals, and calls nobody knows the end of. */
import type { Json } from '../json.ts'
import { type Answer, grantedLimits, type Question } from './answer.ts'
import { appliedFact, settlement } from './hands.ts'
import type { Scope } from './scope.ts'
import { step } from './step.ts'

/** Asks once, waits as long as it takes, in this process or another. `onAnswer` is not called again on replay. */
export function ask(scope: Scope, question: Question, onAnswer?: (answer: Answer) => void): Promise<Answer> {
  const { path, ...plain } = question
  const asked = scope.session.redact.json(plain as unknown as Json) as unknown as Omit<Question, 'path'>
  return step(scope, {
    kind: 'ask',
    path,
    request: asked as unknown as Json,
    effect: async () => {
      const { supervisor, journal } = scope.session
      if (!supervisor.questions.isAsked(path)) {
        supervisor.questions.open(path, { ...asked, path })
        await journal.append([{ type: 'question.asked', path, data: asked as unknown as Json }])
      }
      const { answer, by, intervention } = await supervisor.questions.wait(scope, question)
      onAnswer?.(answer)
      return {
        result: answer as unknown as Json,
        data: { by },
        facts: [
          { type: 'question.answered', path, data: { ...answer, kind: question.kind, by } as unknown as Json },
          appliedFact(intervention, path),
        ],
        settle: [settlement(intervention, path)],
      }
    },
    revive: (result) => result as unknown as Answer,
  })
}

/** Asks for more of a spent resource, and grants it to the session. False when the answer is `finish`. */
export async function askForMore(scope: Scope, path: string, resource: string): Promise<boolean> {
  const { session } = scope
  // Whichever step asks after a restart: what is asked already is not asked again.
  const open = session.supervisor.questions.openOf('budget')
  const question: Question = open ?? {
    path: `${path}/budget#${session.budgetAnswers + 1}`,
    kind: 'budget',
    question: `The limit of ${resource} is reached. How many more? Answer with a number, or \`finish\`.`,
    data: { resource },
  }
  const answer = await ask(scope.inside(path), question, ({ text }) => {
    session.budgetAnswers += 1
    session.account.extend(grantedLimits(text, question) ?? {})
  })
  return grantedLimits(answer.text, question) !== undefined
}
