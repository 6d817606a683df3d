/** `GET /v1/responses/{id}/input_items`: what a response was asked with, as its session took it down. */
import { factOf, type JournalRow, type JsonObject, type Message, type SessionDefinition, textOf } from '@gyre/core'
import { z } from 'zod'
import { invalidField } from '../http/read-body.ts'
import { callId } from '../session/call-ids.ts'
import { itemId, type ResponseRef } from './response-id.ts'

const listQuery = z.looseObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.string().optional(),
})

type ListQuery = z.output<typeof listQuery>

type ListedItem = JsonObject & { readonly id: string }

export function readListQuery(query: Readonly<Record<string, string>>): ListQuery {
  const { data, error } = listQuery.safeParse(query)
  if (data) return data
  const [issue] = error.issues
  throw invalidField(String(issue?.path[0] ?? ''), issue?.message ?? 'it cannot be read')
}

export function inputItems(rows: readonly JournalRow[], ref: ResponseRef, { limit, order, after }: ListQuery) {
  const items = (ref.after === 0 ? itemsOfTask(rows) : itemsOfAnswers(rows, ref)).map(
    (item, index): ListedItem => ({ id: itemId('inp', ref, index), ...item }),
  )
  const ordered = order === 'asc' ? items : items.toReversed()
  const rest = after === undefined ? ordered : ordered.slice(ordered.findIndex(({ id }) => id === after) + 1)
  const data = rest.slice(0, limit)
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: rest.length > limit,
  }
}

function itemsOfTask([first]: readonly JournalRow[]): readonly JsonObject[] {
  const definition = (first ? factOf(first).data : undefined) as SessionDefinition | undefined
  if (!definition) return []
  const { messages, goal } = definition.task
  return [...messages.map((message) => messageItem(message.role, textOf(message))), messageItem('user', goal)]
}

function messageItem(role: Message['role'], text: string): JsonObject {
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  return { type: 'message', role, status: 'completed', content: [{ type, text }] }
}

/** Answers that came together, up to the first thing that was done with them. */
function itemsOfAnswers(rows: readonly JournalRow[], { session, after }: ResponseRef): readonly JsonObject[] {
  const since = rows.filter(({ seq }) => seq > after)
  const next = since.findIndex(({ type }) => type === 'question.asked')
  return (next === -1 ? since : since.slice(0, next))
    .filter(({ type }) => type === 'question.answered')
    .map((row) => {
      const { path = '', data } = factOf(row)
      const { kind, text = '' } = data as { readonly kind?: string; readonly text?: string }
      if (kind !== 'tool') return messageItem('user', text)
      return { type: 'function_call_output', call_id: callId(session, path), output: text, status: 'completed' }
    })
}
