/** Calls that were made before: whether what they gave still stands, and whether they are tried again. */
import { callKey } from './plan.ts'
import { type CallResult, hasFailed, type Made, type Moment, notMade, repetitionOf } from './results.ts'

/** A failure may pass: a call is tried so often as it is. */
const mostFailures = 2

type Tried = CallResult & { readonly moment: Moment }

/**
 * What comes of a call that is not made because an equal one was; undefined for one that is to be made. `before` are the
 * calls that had ended for certain.
 */
export function withoutMaking(made: Made, before: Iterable<CallResult>): CallResult | undefined {
  const { call, args, moment } = made
  const tried = [...before].filter(isTried)
  const key = callKey({ tool: call.tool, args })
  const equal = tried.filter((result) => callKey(result) === key)
  const refused = equal.find(({ notMade: by }) => by === 'person')
  if (refused) return notMade(call, `a person refused the same call, as \`${refused.id}\`.`)
  const standing = equal.filter((result) => result.status !== 'not-made' && stillStands(result, made, tried))
  const given = standing.find((result) => !hasFailed(result))
  if (given) return repetitionOf(made, given)
  const failed = standing.at(-1)
  // One that stands twice in a wave is one call.
  const isTwin = failed?.moment.run === moment.run
  // Of one that must not be repeated nobody knows whether it was done all the same.
  const most = moment.effect === 'once' ? 1 : mostFailures
  if (!failed || (standing.length < most && !isTwin)) return undefined
  const often = standing.length < 2 ? '' : ', more than once'
  return notMade(call, `the same call failed before, as \`${failed.id}\`${often}. Change its arguments.`)
}

function isTried(result: CallResult): result is Tried {
  return result.moment !== undefined
}

/** A call with effects may change what others give. What must not be done twice is not done twice all the same. */
function stillStands(result: Tried, { moment }: Made, tried: readonly Tried[]): boolean {
  if (moment.effect === 'once') return true
  const key = callKey(result)
  const since = tried.filter((other) => hasEffect(other) && isSince(other, result))
  return since.every((other) => callKey(other) === key)
}

function hasEffect({ moment, status }: Tried): boolean {
  return moment.effect !== 'pure' && status !== 'not-made'
}

/** Also when nobody knows which of them was first. */
function isSince(other: Tried, { id, moment }: Tried): boolean {
  if (other.moment.run !== moment.run) return other.moment.run > moment.run
  return other.id !== id && !moment.behind.has(other.id)
}
