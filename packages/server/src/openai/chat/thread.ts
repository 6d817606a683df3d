/** The conversation a request belongs to. */
import { threadFor } from '../../session/client-thread.ts'
import type { ChatRequest } from './chat-request.ts'

export type NamedThread = {
  readonly id: string
  /** Whether the client sends all that was said in it. */
  readonly isTold: boolean
}

const chatHeaders = ['x-gyre-chat', 'x-openwebui-chat-id'] as const

/** By name, or by the chat of Open WebUI, of which an owner's own id is made; undefined for a new one. */
export function threadOf({ gyre }: ChatRequest, headers: Headers, owner: string): NamedThread | undefined {
  if (gyre?.thread !== undefined) return { id: threadFor(owner, gyre.thread), isTold: false }
  const chat = chatHeaders.map((name) => headers.get(name)).find(isFilledIn)
  return chat === undefined ? undefined : { id: threadFor(owner, chat), isTold: true }
}

/** Whoever sets up a connection writes `{{CHAT_ID}}`; one that was not filled in would put all chats into one. */
function isFilledIn(value: string | null): value is string {
  return value !== null && value !== '' && !value.includes('{{')
}
