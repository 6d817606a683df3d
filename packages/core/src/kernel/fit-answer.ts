/** The answer in the form the task asks for. */
import type { Json } from '../json.ts'
import { user } from '../messages.ts'
import { fitSchema } from '../parsing/fit.ts'
import { schemaOfJson } from '../parsing/json-schema.ts'
import { parseJsonText } from '../parsing/json-text.ts'
import { textOfAnswer } from './answer-text.ts'
import type { LoopEnd } from './context.ts'
import { generateObject } from './generate-object.ts'
import type { Task } from './loop.ts'
import { Unfit } from './overrides.ts'
import type { Scope } from './scope.ts'
import { WrapUp } from './wrap-up.ts'

/** The answer in the form asked for, if there is something left to convert it with: of what was kept back, too. */
export async function fittedEnd(scope: Scope, task: Task, end: LoopEnd): Promise<LoopEnd> {
  for (;;) {
    const wasClosing = scope.run.account.closing
    try {
      return await fitAnswer(scope, task, end)
    } catch (error) {
      if (!(error instanceof WrapUp) || error.account.path !== scope.run.path) throw error
      if (wasClosing) return { ...end, outcome: error.outcome }
    }
  }
}

/** An answer that does not fit the task's schema is converted, once. */
async function fitAnswer(scope: Scope, task: Task, end: LoopEnd): Promise<LoopEnd> {
  if (!task.output || end.answer === null) return end
  const schema = schemaOfJson(task.output)
  const read = typeof end.answer === 'string' ? parseJsonText(end.answer) : undefined
  for (const value of [end.answer, ...(read?.ok ? [read.value] : [])]) {
    const fitted = fitSchema(schema, value)
    if (fitted.ok) return { ...end, answer: fitted.value as Json }
  }
  const prompt = `Put this answer into the form asked for. Change nothing of what it says.\n\nQuestion: ${task.goal}\n\nAnswer: ${textOfAnswer(end.answer)}`
  // Should that fail, the answer is kept as it is.
  scope.run.best = { answer: end.answer, score: Number.POSITIVE_INFINITY }
  const answer = await generateObject(scope, schema, [user(prompt)], { label: 'output', name: 'answer' })
  return { ...end, answer: answer as Json }
}

/** A person answers in the place of a loop. */
export function personsEnd({ output }: Task, answer: Json): Json | Unfit {
  const fitted = output && fitSchema(schemaOfJson(output), answer)
  if (fitted?.ok === false) return new Unfit(`result-invalid: ${fitted.faults.join('; ')}`)
  return { answer, outcome: 'answered', gap: null, details: null } satisfies LoopEnd
}
