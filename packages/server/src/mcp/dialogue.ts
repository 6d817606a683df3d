/** One round of a call about a session: the answers a client brings go in, the session is watched, and it is told of. */
import type { Runtime } from '@gyre/core'
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { requireRole } from '../auth/caller.ts'
import { canAsk, type Desk } from './desk.ts'
import { formsOf, type OpenQuestion, openQuestions } from './open-questions.ts'
import { answerIn, declined, type FormAnswer } from './question-form.ts'
import { lookAt, toolResult } from './shown-session.ts'
import { settled, watchSession } from './watching.ts'

export type Round = { readonly session: string; readonly waitSeconds: number }

/** Ends with a result, or with forms for a person: the client calls again with what they filled in. */
export async function round(
  desk: Desk,
  ctx: ServerContext,
  { session, waitSeconds }: Round,
): Promise<CallToolResult | InputRequiredResult> {
  const signal = AbortSignal.any([ctx.mcpReq.signal, AbortSignal.timeout(waitSeconds * 1000)])
  const { asker, states } = desk
  const { stored } = await lookAt(asker, session)
  const watch = { session, after: stored.view.seq, signal }
  const { sent, unfit, isLeft } = await takeAnswers(desk, session, openQuestions(stored), ctx.mcpReq.inputResponses)
  await settled(asker.tenant.runtime, sent, watch)
  // A person who leaves a form open is not asked again at once.
  if (!isLeft) await watchSession(desk, ctx, watch)
  const now = await lookAt(asker, session)
  const open = now.shown.status === 'waiting' && !isLeft ? openQuestions(now.stored) : []
  if (open.length === 0 || !canAsk(desk, ctx)) return toolResult(now.shown)
  const asked = open.map((each) => (unfit.includes(each.question.path) ? { ...each, refused: unfitForm } : each))
  return inputRequired({ inputRequests: formsOf(asked), requestState: await states.mint({ session }, ctx) })
}

const unfitForm = 'it does not fit the form'

export type Taken = {
  /** The ids of the interventions that were sent. */
  readonly sent: readonly string[]
  /** The paths of questions whose forms were not filled in as they must be. */
  readonly unfit: readonly string[]
  /** A person was asked and gave no answer. */
  readonly isLeft: boolean
}

/** Sends what was filled in and fits. What is not asked any more is passed over. */
export async function takeAnswers(
  { asker: { caller, tenant } }: Desk,
  session: string,
  open: readonly OpenQuestion[],
  responses: Readonly<Record<string, unknown>> | undefined,
): Promise<Taken> {
  if (!responses) return { sent: [], unfit: [], isLeft: false }
  requireRole(caller, 'user')
  const sent: string[] = []
  const unfit: string[] = []
  let isLeft = false
  for (const { key, question } of open) {
    const response = inputResponse({ ...responses }, key)
    if (response.kind !== 'elicit') continue
    const { action } = response
    const answer = action === 'accept' ? answerIn(question, response.content) : leftAnswer(action, question)
    if (answer) sent.push((await intervene(tenant.runtime, session, { ...answer, by: caller.name })).id)
    else if (action === 'accept') unfit.push(question.path)
    else isLeft = true
  }
  return { sent, unfit, isLeft }
}

function leftAnswer(action: 'decline' | 'cancel', question: OpenQuestion['question']): FormAnswer | undefined {
  return action === 'decline' ? declined(question) : undefined
}

export type Sent = FormAnswer & { readonly by: string }

/** Queues an intervention, and lets the session go on here when it slept. */
export async function intervene(runtime: Runtime, session: string, { action, body, by }: Sent) {
  // Who answers a session that cannot go on here is told so, and nothing is sent.
  await runtime.checkResume(session)
  const intervention = await runtime.send(session, action, body, { by })
  await runtime.wake(session)
  return intervention
}
