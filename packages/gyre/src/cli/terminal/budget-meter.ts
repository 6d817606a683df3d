/** The limit a session is nearest to. */
import type { SessionView } from '@gyre/core'
import { shownCost, shownCount, shownTime } from '../output/amounts.ts'

export type Meter = {
  /** `calls 4/40`. */
  readonly text: string
  /** What is used of it, from 0 to 1. */
  readonly share: number
}

const words: Readonly<Record<string, string>> = {
  modelCalls: 'calls',
  toolCalls: 'tools',
  inputTokens: 'tok in',
  outputTokens: 'tok out',
  tokens: 'tok',
  costUsd: 'cost',
  activeMs: 'time',
  turns: 'turns',
  rounds: 'rounds',
}

/** The most used of the limits; undefined when there are none. */
export function budgetMeter({ definition, used }: SessionView, activeMs: number): Meter | undefined {
  const meters = Object.entries(definition?.budget ?? {}).flatMap(([name, limit]) => {
    const word = words[name]
    if (word === undefined || typeof limit !== 'number' || limit <= 0) return []
    const spent = name === 'activeMs' ? activeMs : ((used as ReadonlyMap<string, number>).get(name) ?? 0)
    return [{ text: `${word} ${shown(name, spent)}/${shown(name, limit)}`, share: Math.min(1, spent / limit) }]
  })
  return meters.reduce<Meter | undefined>((most, each) => (each.share > (most?.share ?? -1) ? each : most), undefined)
}

function shown(name: string, amount: number): string {
  if (name === 'activeMs') return shownTime(amount)
  return name === 'costUsd' ? shownCost(amount) : shownCount(amount)
}
