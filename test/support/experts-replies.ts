/** What the models of experts say, in the forms they are asked for. */
import type { Json } from '@gyre/core'
import { says } from '@gyre/core/testing'

/** A reply that is a plan. */
export const plans = (...tasks: readonly Json[]) => says(JSON.stringify({ tasks }))

/** A task for an expert. */
export const task = (id: string, goal: string, more: Readonly<Record<string, Json>> = {}): Json => ({
  id,
  category: 'general',
  task: goal,
  ...more,
})

/** What an expert says, in the form it is asked for. */
export const expert = (answer: string, confidence = 'high', gaps = 'none', referral = 'none') =>
  says(`${answer}\n\nCONFIDENCE: ${confidence}\nGAPS: ${gaps}\nREFERRAL: ${referral}`)

/** What the judge says of a gap. */
export const gap = (missing: string, focus = 'none') =>
  says(`COMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: ${missing}\nNEXT_FOCUS: ${focus}`)

export const complete = says('COMPLETION_STATUS: COMPLETE\nGAP: none\nNEXT_FOCUS: none')
export const confirmed = says('CONFIRMED')
