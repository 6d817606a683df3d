/** What a session asks and nobody has answered, under keys that are never used twice. */
import { factOf, type Question, type StoredSession } from '@gyre/core'
import { type InputRequests, inputRequired } from '@modelcontextprotocol/server'
import { formOf, isForPeople } from './question-form.ts'

export type OpenQuestion = { readonly key: string; readonly question: Question }

/** Questions to people, in the order they were asked. A key is the number of the fact that asked. */
export function openQuestions({ rows, view }: Pick<StoredSession, 'rows' | 'view'>): readonly OpenQuestion[] {
  if (view.questions.size === 0) return []
  const askedAt = new Map<string, number>()
  for (const row of rows) {
    const { type, path, seq } = factOf(row)
    if (type === 'question.asked' && path !== undefined) askedAt.set(path, seq)
  }
  return [...view.questions.values()]
    .filter(isForPeople)
    .map((question) => ({ key: `q${askedAt.get(question.path) ?? 0}`, question }))
}

/** All of them as forms, to be filled in by the person in front of the client. */
export function formsOf(open: readonly OpenQuestion[]): InputRequests {
  return Object.fromEntries(open.map(({ key, question }) => [key, inputRequired.elicit(formOf(question))]))
}
