/** What reading in notes down beside a document, for the next time. */
import type { Json, JsonObject, KnowledgeDocument } from '@gyre/core'
import type { Writing } from '@gyre/core/text'
import type { Printed } from './likeness/near-duplicates.ts'
import type { Fingerprint } from './likeness/simhash.ts'

type Noted = Pick<KnowledgeDocument, 'data'>

/** The document that says the same, as it was then. */
export type Like = Pick<KnowledgeDocument, 'id' | 'hash'>

export type DocumentNotes = {
  readonly fingerprint: Fingerprint
  readonly remarks: readonly string[]
  readonly writing: Writing
  readonly like?: Like | undefined
}

export function dataOf({ fingerprint, remarks, writing, like }: DocumentNotes): JsonObject {
  const { print, isExact, figures } = fingerprint
  // A duplicate is cut into chunks when the other one goes: then it must be known how it is written.
  return { print, isExact, figures, remarks, ...(like && { like: { id: like.id, hash: like.hash }, writing }) }
}

/** Whether it is kept without chunks, because another document says the same. */
export function isDuplicate(document: Noted): boolean {
  return likeOf(document) !== undefined
}

/** The document that this one is a copy of, where it is one. */
export function likeOf({ data }: Noted): Like | undefined {
  const { id, hash } = fieldsOf(fieldsOf(data)['like'])
  return typeof id === 'string' && typeof hash === 'string' ? { id, hash } : undefined
}

export function writingOf({ data }: Noted): Writing {
  const { writing } = fieldsOf(data)
  return writing === 'markdown' || writing === 'code' || writing === 'rows' ? writing : 'plain'
}

export function remarksOf({ data }: Noted): readonly string[] {
  const { remarks } = fieldsOf(data)
  return Array.isArray(remarks) ? remarks.filter((remark) => typeof remark === 'string') : []
}

export function printedOf({ id, source, data }: Noted & Pick<KnowledgeDocument, 'id' | 'source'>): Printed | undefined {
  const { print, isExact, figures } = fieldsOf(data)
  const isPrint = typeof print === 'string' && typeof isExact === 'boolean' && typeof figures === 'string'
  return isPrint ? { id, source, print, isExact, figures } : undefined
}

function fieldsOf(data: Json | undefined): Readonly<Record<string, Json>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, Json>) : {}
}
