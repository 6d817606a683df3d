/** What a key may spend: limits of each session, and of all its sessions of a day. */
import { GyreError, type KeyValue, type StartOptions } from '@gyre/core'
import type { Caller, KeyBudget } from '../auth/caller.ts'

const dayMs = 86_400_000

/** Counters are read on their own day alone; a day more, so that clocks may differ. */
const counterLifeMs = 2 * dayMs

/** Sessions that wait for a person may end much later than they began. */
const spenderLifeMs = 90 * dayMs

/** Counted in whole millionths: counters are integers. */
const micro = 1_000_000

type Spent = { readonly sessions: number; readonly tokens: number; readonly costUsd: number }

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
    const [resource] = used
    // Days begin when the epoch did: at midnight, UTC.
    const retryAfter = Math.ceil((dayMs - (nowMs % dayMs)) / 1000)
    throw new GyreError('quota-exceeded', `This key has used its ${resource} of today.`, { resource, retryAfter })
  }
  const { sessions: _, ...ofDay } = left
  return { ...options, budget: least(least(options.budget ?? {}, budget.perSession ?? {}), ofDay) }
}

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
  const session = await begin(allowed).catch(async (error: unknown) => {
    await giveBackSession(keyValue, key, nowMs)
    throw error
  })
  await keyValue.set(spenderOf(session.id), key, spenderLifeMs)
  return session
}

async function giveBackSession(keyValue: KeyValue, key: string, nowMs: number): Promise<void> {
  await keyValue.increment(counterOf(key, nowMs, 'sessions'), -1, counterLifeMs)
}

/** Counts what a session came to when it has ended, for the key that pays for it, once. */
export async function countSpent(
  keyValue: KeyValue,
  session: string,
  { tokens, costUsd }: Omit<Spent, 'sessions'>,
  nowMs: number,
): Promise<void> {
  const key = await keyValue.get(spenderOf(session))
  if (typeof key !== 'string') return
  await keyValue.delete(spenderOf(session))
  await keyValue.increment(counterOf(key, nowMs, 'tokens'), tokens, counterLifeMs)
  await keyValue.increment(counterOf(key, nowMs, 'cost'), Math.round(costUsd * micro), counterLifeMs)
}

/** What sessions of a key came to on this day, UTC; those that have not ended count as sessions alone. */
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
