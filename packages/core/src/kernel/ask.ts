/** Waiting for a person: questions, approvals, and calls nobody knows the end of. */
import type { Json } from '../json.ts'
import type { Answer, Question } from './answer.ts'
import { appliedFact, settlement } from './hands.ts'
import { type Limits, limitsSchema } from './limits.ts'
import type { Scope } from './scope.ts'
import { step } from './step.ts'

/** Asks once, waits as long as it takes, in this process or another. */
export function ask(scope: Scope, question: Question): Promise<Answer> {
  const { path, ...asked } = question
  return step(scope, {
    kind: 'ask',
    path,
    request: asked as unknown as Json,
    effect: async () => {
      const { supervisor, journal } = scope.session
      if (!supervisor.questions.isAsked(path)) {
        supervisor.questions.open(path, question)
        await journal.append([{ type: 'question.asked', path, data: asked as unknown as Json }])
      }
      const { answer, by, intervention } = await supervisor.questions.wait(scope, question)
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

/** Asks for more of a spent resource; undefined when the answer is anything but a number. */
export async function askForMore(scope: Scope, path: string, resource: string): Promise<Limits | undefined> {
  const below = scope.inside(path)
  const answer = await ask(below, {
    path: below.next('budget'),
    kind: 'budget',
    question: `The limit of ${resource} is reached. How many more? Answer with a number, or \`finish\`.`,
    data: { resource },
  })
  return grantedLimits(answer.text, resource)
}

/** The limits an answer such as `10` adds. */
export function grantedLimits(text: string, resource: string): Limits | undefined {
  const amount = Number(text.trim())
  if (!Number.isFinite(amount) || amount <= 0) return undefined
  const tool = resource.startsWith('tool:') ? resource.slice('tool:'.length) : undefined
  const parsed = limitsSchema.safeParse(tool ? { perTool: { [tool]: amount } } : { [resource]: amount })
  return parsed.success ? parsed.data : undefined
}
