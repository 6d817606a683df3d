/** Agents of AG-UI's own client, which checks the order of every event it is sent. */
import { HttpAgent, type RunAgentParameters, type RunAgentResult } from '@ag-ui/client'
import type { BaseEvent, Message } from '@ag-ui/core'
import type { TestServer } from './test-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: events of another protocol, read field by field in tests.
export type SeenEvent = BaseEvent & Record<string, any>

export type Ran = {
  readonly events: readonly SeenEvent[]
  readonly types: readonly string[]
  readonly result: RunAgentResult
}

export function agentOf({ url, key }: TestServer, name: string, threadId = 'my chat'): HttpAgent {
  return new HttpAgent({ url: `${url}/agui/${name}`, threadId, headers: { authorization: `Bearer ${key}` } })
}

export function userSays(content: string): Message {
  return { id: `user: ${content}`, role: 'user', content }
}

/** Fails when an event comes that may not come there. */
export async function runOf(agent: HttpAgent, parameters: RunAgentParameters = {}): Promise<Ran> {
  const events: SeenEvent[] = []
  const result = await agent.runAgent(parameters, { onEvent: ({ event }) => void events.push(event as SeenEvent) })
  return { events, types: events.map(({ type }) => type), result }
}

/** The events of one type. */
export function of({ events }: Ran, type: string): readonly SeenEvent[] {
  return events.filter((event) => event.type === type)
}
