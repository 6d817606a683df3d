/** Events of AG-UI 1.0, as they go over the wire. */
import type { Json, JsonObject } from '@gyre/core'

export const protocolVersion = '1.0'

type AguiEventType =
  | 'RUN_STARTED'
  | 'RUN_FINISHED'
  | 'RUN_ERROR'
  | 'STEP_STARTED'
  | 'STEP_FINISHED'
  | 'TEXT_MESSAGE_START'
  | 'TEXT_MESSAGE_CONTENT'
  | 'TEXT_MESSAGE_END'
  | 'REASONING_START'
  | 'REASONING_MESSAGE_START'
  | 'REASONING_MESSAGE_CONTENT'
  | 'REASONING_MESSAGE_END'
  | 'REASONING_END'
  | 'TOOL_CALL_START'
  | 'TOOL_CALL_ARGS'
  | 'TOOL_CALL_END'
  | 'TOOL_CALL_RESULT'
  | 'STATE_SNAPSHOT'
  | 'STATE_DELTA'
  | 'MESSAGES_SNAPSHOT'
  | 'ACTIVITY_SNAPSHOT'
  | 'ACTIVITY_DELTA'
  | 'SUBAGENT_STARTED'
  | 'SUBAGENT_FINISHED'
  | 'SUBAGENT_ERROR'
  | 'CUSTOM'

export type AguiEvent = { readonly type: AguiEventType; readonly [key: string]: Json | undefined }

export const nothing: readonly AguiEvent[] = []

/** The tag of what a subagent does; what the session itself does has none. */
export type Owner = { readonly subagentRunId?: string }

/** Something of ours that AG-UI has no event for. */
export function custom(name: string, value: Json, owner: Owner = {}): AguiEvent {
  return { type: 'CUSTOM', name: `gyre.${name}`, value, ...owner }
}

export function eventText(event: JsonObject): string {
  return `data: ${JSON.stringify(event)}\n\n`
}
