/** The message that a turn of a chat adds to. */
import type { TurnStart } from '../session/turn.ts'
import type { UiMessage } from './chat-input.ts'

export type UiTurn = {
  readonly session: string
  readonly messageId: string
  /** Calls and approvals that the client has in this message already, by their ids. */
  readonly calls: readonly string[]
  readonly approvals: readonly string[]
}

/** A client that replies with its last message has the answer go on in that; any other begins a message of its own. */
export function uiTurn({ session, toldUpTo }: TurnStart, last?: UiMessage): UiTurn {
  const isSame = toldUpTo > 0 && last?.role === 'assistant'
  const parts = isSame ? last.parts : []
  return {
    session,
    messageId: isSame ? last.id : `msg_${session}${toldUpTo > 0 ? `_${toldUpTo}` : ''}`,
    calls: parts.flatMap(({ toolCallId }) => toolCallId ?? []),
    approvals: parts.flatMap(({ approval }) => approval?.id ?? []),
  }
}
