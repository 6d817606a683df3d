/**
 * What is kept of a response beside its session: what was asked for, and whether somebody removed it.
 *
 * What it says is told from the journal each time. One that was removed is not shown any more; its session stays, for
 * the audit trail does not end by a client's wish.
 */
import { GyreError, type Json, type KeyValue } from '@gyre/core'
import type { AskedResponse } from './response-encoder.ts'
import { readResponseId, responseId } from './response-id.ts'

type Kept = AskedResponse & { readonly isRemoved: boolean }

type Keeper = { readonly keyValue: KeyValue; readonly owner: string }

/** As long as others keep theirs. The session stays for as long as the store keeps it. */
const keptMs = 30 * 86_400_000

function keyOf(owner: string, id: string): string {
  return `response:${owner}:${id}`
}

export async function keepResponse({ keyValue, owner }: Keeper, asked: AskedResponse): Promise<void> {
  const kept: Kept = { ...asked, isRemoved: false }
  await keyValue.set(keyOf(owner, responseId(asked)), kept as unknown as Json, keptMs)
}

/** Fails with `response-unknown` for one that another owner made, that nobody made, and that was removed. */
export async function keptResponse({ keyValue, owner }: Keeper, id: string): Promise<AskedResponse> {
  const found = readResponseId(id) && (await keyValue.get(keyOf(owner, id)))
  const kept = found as unknown as Kept | undefined
  if (!kept || kept.isRemoved) throw new GyreError('response-unknown', `There is no response \`${id}\`.`, { id })
  const { isRemoved: _, ...asked } = kept
  return asked
}

export async function removeResponse({ keyValue, owner }: Keeper, id: string): Promise<void> {
  const kept: Kept = { ...(await keptResponse({ keyValue, owner }, id)), isRemoved: true }
  await keyValue.set(keyOf(owner, id), kept as unknown as Json, keptMs)
}
