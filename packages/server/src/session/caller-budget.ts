/** What a key may spend: limits of each session, and of all its sessions of a day. */
import { GyreError, type JsonObject, type KeyValue, type StartOptions } from '@gyre/core'
import type { Caller, KeyBudget } from '../auth/caller.ts'

const dayMs = 86_400_000

/** Counters are read on their own day alone; a day more, so that clocks may differ. */
const counterLifeMs = 2 * dayMs

/** Sessions that wait for a person may end much later than they began. */
const spenderLifeMs = 90 * dayMs

/** Counted in whole millionths: counters are integers. */
const micro = 1_000_000

type Spent = { readonly sessions: number; readonly tokens: number; readonly costUsd: number }

/** What a session came to since it began. */
export type SessionSpending = Omit<Spent, 'sessions'> & {
  readonly session: string
  readonly hasEnded: boolean
}

/**
 * The options within what the caller may spend, with one session of the day counted. Fails with `quota-exceeded`
 * when the day's share is used up. Sessions that run at once may each use what was left of it.
 */
export async function withinBudget(
  { budget, key }: Caller,
  keyValue: KeyValue,
  options: StartOptions,
  nowMs: number = Date.now(),
): Promise<StartOptions> {
  if (!budget || key === null) return options
  // Counted before it is compared: of two who come at once, one alone has the last.
  const sessions = await keyValue.increment(counterOf(key, nowMs, 'sessions'), 1, counterLifeMs)
  const left = leftOf(budget.perDay ?? {}, { ...(await spentToday(keyValue, key, nowMs)), sessions: sessions - 1 })
  const used = Object.entries(left).find(([, amount]) => amount <= 0)
  if (used) {
    await giveBackSession(keyValue, key, nowMs)
    throw usedUp(used[0], nowMs)
  }
  const { sessions: _, ...ofDay } = left
  const limits = least(budget.perSession ?? {}, ofDay)
  if (Object.keys(limits).length === 0) return options
  return { ...options, budget: { ...least(options.budget ?? {}, limits), ...firm(options.budget) } }
}

/** Who is asked for more would be the key itself: what it may spend is not its own to raise. */
function firm({ onExhausted }: Limits = {}): Limits {
  return { onExhausted: onExhausted === 'fail' ? 'fail' : 'wrap-up' }
}

function usedUp(resource: string, nowMs: number): GyreError {
  // Days begin when the epoch did: at midnight, UTC.
  const retryAfter = Math.ceil((dayMs - (nowMs % dayMs)) / 1000)
  return new GyreError('quota-exceeded', `This key has used its ${resource} of today.`, { resource, retryAfter })
}

/** Sessions that have begun, or are about to, and of which it is not written so far who pays for them. */
const beginning = new Set<Promise<unknown>>()

/** Begins a session within what the caller may spend. It counts for them when it began, and only then. */
export async function beginWithin<S extends { readonly id: string }>(
  caller: Caller,
  keyValue: KeyValue,
  options: StartOptions,
  begin: (allowed: StartOptions) => Promise<S>,
): Promise<S> {
  const nowMs = Date.now()
  const { budget, key } = caller
  const allowed = await withinBudget(caller, keyValue, options, nowMs)
  if (!budget || key === null) return begin(allowed)
  const begun = Promise.resolve(allowed)
    .then(begin)
    .catch(async (error: unknown) => {
      await giveBackSession(keyValue, key, nowMs)
      throw error
    })
    .then(async (session) => {
      await keyValue.set(spenderOf(session.id), { key, tokens: 0, cost: 0 }, spenderLifeMs)
      return session
    })
  beginning.add(begun)
  return begun.finally(() => beginning.delete(begun))
}

async function giveBackSession(keyValue: KeyValue, key: string, nowMs: number): Promise<void> {
  await keyValue.increment(counterOf(key, nowMs, 'sessions'), -1, counterLifeMs)
}

type Spender = { readonly key: string; readonly tokens: number; readonly cost: number }

/**
 * Counts what a session came to, for the key that pays for it: what is more than was counted before. To be told of one
 * session's spending one time after the other.
 */
export async function countSpent(
  keyValue: KeyValue,
  { session, tokens, costUsd, hasEnded }: SessionSpending,
  nowMs: number = Date.now(),
): Promise<void> {
  const spender = await spenderFor(keyValue, session)
  if (!spender) return
  const { key } = spender
  const cost = Math.round(costUsd * micro)
  if (hasEnded) await keyValue.delete(spenderOf(session))
  else await keyValue.set(spenderOf(session), { key, tokens, cost }, spenderLifeMs)
  await keyValue.increment(counterOf(key, nowMs, 'tokens'), tokens - spender.tokens, counterLifeMs)
  await keyValue.increment(counterOf(key, nowMs, 'cost'), cost - spender.cost, counterLifeMs)
}

/** A short session may be over before it is written who pays for it. */
async function spenderFor(keyValue: KeyValue, session: string): Promise<Spender | undefined> {
  await Promise.allSettled(beginning)
  const found = (await keyValue.get(spenderOf(session))) as JsonObject | undefined
  return found as Spender | undefined
}

/**
 * Counts tokens that are spent outside of sessions, before they are. Fails with `quota-exceeded` when they are more than
 * the key may spend at once or has left of the day: then nothing is counted.
 */
export async function chargeTokens(
  { budget, key }: Caller,
  keyValue: KeyValue,
  tokens: number,
  nowMs: number = Date.now(),
): Promise<void> {
  if (!budget || key === null) return
  refuseBeyond(budget.perSession?.tokens, tokens)
  const counter = counterOf(key, nowMs, 'tokens')
  const spent = await keyValue.increment(counter, tokens, counterLifeMs)
  if (spent <= (budget.perDay?.tokens ?? spent)) return
  await keyValue.increment(counter, -tokens, counterLifeMs)
  throw usedUp('tokens', nowMs)
}

/** Fails with `quota-exceeded` for a request that alone needs more tokens than there may be. */
export function refuseBeyond(most: number | undefined, tokens: number): void {
  if (most === undefined || tokens <= most) return
  const message = `The request is about ${tokens} tokens long; this key may spend ${most} on it.`
  throw new GyreError('quota-exceeded', message, { resource: 'tokens' })
}

/** What sessions of a key came to on this day, UTC, when they last came to rest; until then they count as sessions alone. */
async function spentToday(keyValue: KeyValue, key: string, nowMs: number): Promise<Spent> {
  const read = async (what: string) => Number((await keyValue.get(counterOf(key, nowMs, what))) ?? 0)
  const [sessions, tokens, cost] = await Promise.all([read('sessions'), read('tokens'), read('cost')])
  return { sessions, tokens, costUsd: cost / micro }
}

/** What is left of those that are limited. */
function leftOf(perDay: NonNullable<KeyBudget['perDay']>, spent: Spent): Partial<Spent> {
  const limited = Object.entries(perDay).filter(([, most]) => most !== undefined)
  return Object.fromEntries(limited.map(([what, most]) => [what, most - spent[what as keyof Spent]]))
}

type Limits = NonNullable<StartOptions['budget']>

/** Of two limits of a kind the smaller one counts. */
function least(asked: Limits, allowed: NonNullable<KeyBudget['perSession']>): Limits {
  const smaller = Object.entries(allowed).map(([name, most]) => {
    const own = asked[name as keyof Limits]
    return [name, typeof own === 'number' ? Math.min(own, most ?? own) : most]
  })
  return { ...asked, ...Object.fromEntries(smaller) }
}

const counterOf = (key: string, nowMs: number, what: string) =>
  `spent:${key}:${new Date(nowMs).toISOString().slice(0, 10)}:${what}`

const spenderOf = (session: string) => `spender:${session}`
