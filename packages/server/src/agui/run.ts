/** A run of AG-UI: begins a session in the thread, or goes on with the one that waits in it. */
import { GyreError, type StartOptions } from '@gyre/core'
import { type Asker, beginSession } from '../session/begin-session.ts'
import { openSession, threadFor } from '../session/client-thread.ts'
import { settle } from '../session/replies.ts'
import { firstTurn, type TurnStart } from '../session/turn.ts'
import { aguiTask } from './agui-task.ts'
import { repliesIn } from './interrupts.ts'
import type { RunInput } from './run-input.ts'

export async function runStart(asker: Asker, name: string, input: RunInput): Promise<TurnStart> {
  const thread = threadFor(asker.tenant.owner, input.threadId)
  const open = await openSession(asker, thread)
  if (open?.isWaiting) {
    const replies = await settle(asker, open, repliesIn(open, input))
    return { session: open.id, toldUpTo: open.seq, historyUpTo: open.seq, replies }
  }
  if (input.resume.length > 0) {
    throw new GyreError(
      'request-invalid',
      `Nothing waits in the thread \`${input.threadId}\`: \`resume\` must be empty.`,
    )
  }
  const { id } = await beginSession(asker, { model: name, ...wantedOf(input, thread) })
  return firstTurn(id)
}

function wantedOf(input: RunInput, thread: string) {
  const { instructions, ...task } = aguiTask(input)
  const { config, budget } = input.forwardedProps?.gyre ?? {}
  const clientTools = input.tools.map(({ name, description, parameters }) => ({
    name,
    description,
    input: (parameters ?? {}) as NonNullable<StartOptions['clientTools']>[number]['input'],
  }))
  const options: StartOptions = {
    thread,
    ...(instructions !== '' && { instructions }),
    ...(config && { config }),
    ...(budget && { budget }),
    ...(clientTools.length > 0 && { clientTools }),
  }
  return { task, options }
}
