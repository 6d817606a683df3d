/** What a session asks and nobody has answered, under keys that are never used twice. */
import { factOf, type JsonObject, type Question, type StoredSession } from '@gyre/core'
import { type InputRequests, inputRequired } from '@modelcontextprotocol/server'
import { askedAgain, RefusedAnswers } from '../session/refused-answers.ts'
import { formOf, isForPeople } from './question-form.ts'

export type OpenQuestion = {
  readonly key: string
  readonly question: Question
  /** Why the last answer was not accepted. */
  readonly refused?: string | undefined
}

/** Questions to people, in the order they were asked. A key is the number of the fact that asked. */
export function openQuestions(stored: Pick<StoredSession, 'rows' | 'view'>): readonly OpenQuestion[] {
  const { rows, view } = stored
  if (view.questions.size === 0) return []
  const askedAt = new Map<string, number>()
  for (const row of rows) {
    const { type, path, seq } = factOf(row)
    if (type === 'question.asked' && path !== undefined) askedAt.set(path, seq)
  }
  const refused = refusedIn(stored)
  return [...view.questions.values()].filter(isForPeople).map((question) => ({
    key: `q${askedAt.get(question.path) ?? 0}`,
    question,
    refused: refused.why(question.path),
  }))
}

const interventionType = /^intervention\.(?<state>.+)$/

/** Answers to its questions that were not accepted. */
export function refusedIn({ rows, view }: Pick<StoredSession, 'rows' | 'view'>): RefusedAnswers {
  const refused = new RefusedAnswers()
  if (view.questions.size === 0) return refused
  for (const row of rows) {
    const { type, path, data: plain } = factOf(row)
    const { state } = interventionType.exec(type)?.groups ?? {}
    const data = (plain ?? {}) as JsonObject
    if (state !== undefined) refused.note({ id: String(data['id']), action: String(data['action']), state, data })
    if (type === 'question.asked' && path !== undefined) refused.asked(path)
  }
  return refused
}

/** All of them as forms, to be filled in by the person in front of the client. */
export function formsOf(open: readonly OpenQuestion[]): InputRequests {
  return Object.fromEntries(open.map((each) => [each.key, inputRequired.elicit(formFor(each))]))
}

function formFor({ question, refused }: OpenQuestion) {
  return formOf({ ...question, question: askedAgain(question.question, refused) })
}
