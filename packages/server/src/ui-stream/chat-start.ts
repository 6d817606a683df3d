/** What a chat asks for: a session that begins in its thread, or the one that waits in it. */
import type { JsonSchema, StartOptions } from '@gyre/core'
import { type Asker, beginSession } from '../session/begin-session.ts'
import { type OpenSession, openSession, threadFor } from '../session/client-thread.ts'
import { settle } from '../session/replies.ts'
import { firstTurn, type TurnStart } from '../session/turn.ts'
import type { ChatInput } from './chat-input.ts'
import { uiReplies } from './ui-replies.ts'
import { uiTask } from './ui-task.ts'

export async function chatStart(asker: Asker, input: ChatInput): Promise<TurnStart> {
  const thread = threadFor(asker.tenant.owner, input.id)
  const open = await openSession(asker, thread)
  if (open?.isWaiting && input.trigger === 'submit-message') {
    const replies = await settle(asker, open, uiReplies(open, input.messages))
    return { session: open.id, toldUpTo: open.seq, historyUpTo: open.seq, replies }
  }
  const { id } = await beginSession(asker, wantedOf(input, thread))
  if (open?.isWaiting) await abandon(asker, open)
  return firstTurn(id)
}

/** Another answer is wanted in the place of one that waits. */
async function abandon({ caller, tenant }: Asker, { id }: OpenSession): Promise<void> {
  const session = await tenant.runtime.session(id)
  await session.abort({ by: caller.name })
}

function wantedOf(input: ChatInput, thread: string) {
  const { instructions, ...task } = uiTask(input.messages, input.system ?? '')
  const { config, budget } = input.gyre ?? {}
  const clientTools = clientToolsOf(input)
  const options: StartOptions = {
    thread,
    ...(instructions !== '' && { instructions }),
    ...(config && { config }),
    ...(budget && { budget: budget as NonNullable<StartOptions['budget']> }),
    ...(clientTools.length > 0 && { clientTools }),
  }
  return { model: input.persona ?? input.loop ?? input.model, task, options }
}

function clientToolsOf({ tools = [] }: ChatInput): NonNullable<StartOptions['clientTools']> {
  const list = Array.isArray(tools) ? tools : Object.entries(tools).map(([name, tool]) => ({ ...tool, name }))
  return list.map(({ name, description, parameters }) => ({
    name,
    description,
    input: (parameters ?? {}) as JsonSchema,
  }))
}
