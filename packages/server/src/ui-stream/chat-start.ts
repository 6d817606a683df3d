/** What a chat asks for: a session that begins in its thread, or the one that waits in it. */
import type { JsonSchema, StartOptions } from '@gyre/core'
import { beginNamed } from '../session/begin-named.ts'
import type { Asker } from '../session/begin-session.ts'
import { type OpenSession, openSession, threadFor } from '../session/client-thread.ts'
import { settle } from '../session/replies.ts'
import { firstTurn, type TurnStart } from '../session/turn.ts'
import type { ChatInput } from './chat-input.ts'
import { refuseUnfit, uiReplies } from './ui-replies.ts'
import { uiTask } from './ui-task.ts'

export async function chatStart(asker: Asker, input: ChatInput): Promise<TurnStart> {
  const thread = threadFor(asker.tenant.owner, input.id)
  const open = await openSession(asker, thread)
  if (open?.isWaiting && input.trigger === 'submit-message') {
    const given = uiReplies(open, input.messages)
    refuseUnfit(open, given, input.messages.at(-1))
    const replies = await settle(asker, open, given)
    return { session: open.id, toldUpTo: open.seq, historyUpTo: open.seq, replies }
  }
  const { id } = await beginNamed(asker, wantedOf(input, thread))
  if (open && input.trigger === 'regenerate-message') await abandon(asker, open)
  return firstTurn(id)
}

/** Another answer is wanted in the place of one that has not ended. It may have by now. */
async function abandon({ caller, tenant }: Asker, { id }: OpenSession): Promise<void> {
  const session = await tenant.runtime.session(id)
  await session.abort({ by: caller.name }).catch(() => {})
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
  const { persona, loop, model } = input
  return { persona, loop, model, task, options }
}

function clientToolsOf({ tools = [] }: ChatInput): NonNullable<StartOptions['clientTools']> {
  const list = Array.isArray(tools) ? tools : Object.entries(tools).map(([name, tool]) => ({ ...tool, name }))
  return list.map(({ name, description, parameters }) => ({
    name,
    description,
    input: (parameters ?? {}) as JsonSchema,
  }))
}
