/** What a session has spent of what it may: one meter for each amount that is counted or limited. */
import { count, duration, money, shortCount } from '../ui/format.ts'
import type { SessionLog } from './session-log.ts'

export type Meter = {
  readonly name: string
  /** As people read them: `9`, and `40` where there is a limit. */
  readonly usedText: string
  readonly limitText: string | null
  /** Shares of the limit, from 0 to 1; none where nothing limits it. */
  readonly shares: Shares | null
  /** From 60 % of a limit on, when it is foreseen to come to more than 90 %. */
  readonly isHot: boolean
}

export type Shares = {
  readonly used: number
  /** Of calls under way. */
  readonly reserved: number
  /** What the rest of the plan will take, if its steps are like those that are done. */
  readonly predicted: number
  /** Kept back, so that a session that runs out can still answer. */
  readonly kept: number
}

type Amount = {
  readonly key: string
  readonly name: string
  readonly used: number
  readonly limit: number | undefined
  readonly reserved?: number
  readonly show: (value: number) => string
}

const keptByDefault = 0.1
/** Loops that keep back more than others, and of calls as well. */
const keptByLoop: Readonly<Record<string, number>> = { research: 0.15 }
const keptOf: ReadonlySet<string> = new Set(['tokens', 'inputTokens', 'outputTokens', 'costUsd'])
const foreseen: ReadonlySet<string> = new Set(['modelCalls', 'toolCalls', ...keptOf])

export function budgetPicture(log: SessionLog): readonly Meter[] {
  return amountsOf(log)
    .filter(({ key, used, limit }) => always.has(key) || limit !== undefined || (key === 'toolCalls' && used > 0))
    .map((amount) => meterOf(log, amount))
}

const always: ReadonlySet<string> = new Set(['modelCalls', 'costUsd', 'tokens', 'activeMs'])

function amountsOf(log: SessionLog): readonly Amount[] {
  const { view, running } = log
  const limits = limitsOf(log)
  const amount = (key: string, name: string, show = count): Amount => ({
    key,
    name,
    used: view.used.get(key as 'tokens') ?? 0,
    limit: limits.get(key),
    show,
  })
  const inFlight = (kind: string) => running.all.filter((step) => step.kind === kind).length
  const perTool = [...limits.keys()].filter((key) => key.startsWith('tool:'))
  return [
    { ...amount('modelCalls', 'Model calls'), reserved: inFlight('generate') },
    amount('costUsd', 'Cost', money),
    amount('tokens', 'Tokens', shortCount),
    amount('inputTokens', 'Input', shortCount),
    amount('outputTokens', 'Output', shortCount),
    { ...amount('activeMs', 'Time', duration), used: view.activeMs },
    { ...amount('toolCalls', 'Tool calls'), reserved: inFlight('tool') },
    ...perTool.map((key) => amount(key, key.slice('tool:'.length))),
    amount('turns', 'Turns'),
    amount('rounds', 'Rounds'),
  ]
}

/** The limits it began with, what people granted since, and the one in the settings of its loop. */
function limitsOf({ view }: SessionLog): ReadonlyMap<string, number> {
  const { perTool = {}, ...others } = view.definition?.budget ?? {}
  const limits = new Map<string, number>()
  for (const [key, limit] of Object.entries(others)) if (typeof limit === 'number') limits.set(key, limit)
  for (const [tool, limit] of Object.entries(perTool)) limits.set(`tool:${tool}`, limit)
  for (const { text, resource } of view.grants) {
    const more = Number(text)
    const limit = limits.get(resource)
    if (limit !== undefined && more > 0) limits.set(resource, limit + more)
  }
  const { maxModelCalls } = (view.definition?.config ?? {}) as { readonly maxModelCalls?: unknown }
  // A loop of its own limit ends by the lower of the two.
  if (typeof maxModelCalls === 'number')
    limits.set('modelCalls', Math.min(maxModelCalls, limits.get('modelCalls') ?? maxModelCalls))
  return limits
}

function meterOf(log: SessionLog, { key, name, used, limit, reserved = 0, show }: Amount): Meter {
  const isUnpriced = key === 'costUsd' && !log.view.costIsKnown
  if (isUnpriced) return { name, usedText: money(null), limitText: null, shares: null, isHot: false }
  if (limit === undefined || limit === 0) {
    return { name, usedText: show(used), limitText: limit === 0 ? show(0) : null, shares: null, isHot: false }
  }
  const rest = foreseen.has(key) ? used * restOfPlan(log) : 0
  const expected = (used + reserved + rest) / limit
  return {
    name,
    usedText: show(used),
    limitText: show(limit),
    shares: sharesOf(
      [used, reserved, rest].map((value) => value / limit),
      keptShare(log, key, limit),
    ),
    isHot: used / limit >= 0.6 && expected > 0.9,
  }
}

/** None goes beyond the end of the bar; what is kept stands at its right end, unless it is spent. */
function sharesOf([used = 0, reserved = 0, predicted = 0]: readonly number[], kept: number): Shares {
  const left = (taken: number) => Math.max(0, 1 - taken)
  const share = { used: Math.min(used, 1), reserved: Math.min(reserved, left(used)) }
  const free = left(used + reserved)
  return { ...share, predicted: Math.min(predicted, Math.max(0, free - kept)), kept: Math.min(kept, free) }
}

/** How much is to come, as a part of what was done: known where some steps of a plan are over and some are not. */
function restOfPlan({ plan, hasEnded }: SessionLog): number {
  const over = plan.left.filter((step) => plan.isOver(step)).length
  const done = plan.done.length + over
  return hasEnded || done === 0 ? 0 : (plan.left.length - over) / done
}

function keptShare({ view, hasEnded }: SessionLog, key: string, limit: number): number {
  const { budget, loop = '' } = view.definition ?? {}
  if (hasEnded || view.isFinishing || budget?.onExhausted === 'fail') return 0
  const share = budget?.reserve ?? keptByLoop[loop] ?? keptByDefault
  if (key === 'modelCalls') return (loop in keptByLoop ? Math.max(1, Math.ceil(limit * share)) : 1) / limit
  return keptOf.has(key) ? share : 0
}
