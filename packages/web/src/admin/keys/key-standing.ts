/** How a key stands, and what it may spend, in words. */
import type { Tone } from '../../ui/badge.tsx'
import { count, duration, moment, money, plural } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'

type Life = { readonly revokedAt: string | null; readonly expiresAt: string | null }

type KeyStanding = {
  readonly word: string
  readonly tone: Tone
  readonly icon: IconName
  readonly opens: boolean
}

const soonMs = 7 * 86_400_000

export function keyStanding({ revokedAt, expiresAt }: Life, now: number): KeyStanding {
  if (revokedAt !== null) {
    return { word: `revoked ${moment(Date.parse(revokedAt))}`, tone: 'idle', icon: 'x', opens: false }
  }
  if (expiresAt === null) return { word: 'works', tone: 'ok', icon: 'done', opens: true }
  const end = Date.parse(expiresAt)
  if (end <= now) return { word: `expired ${moment(end)}`, tone: 'idle', icon: 'clock', opens: false }
  const isSoon = end - now < soonMs
  return {
    word: `works until ${moment(end)}`,
    tone: isSoon ? 'wait' : 'ok',
    icon: isSoon ? 'clock' : 'done',
    opens: true,
  }
}

type Budget = {
  readonly perSession?: Readonly<Record<string, number | undefined>> | undefined
  readonly perDay?: Readonly<Record<string, number | undefined>> | undefined
}

const amountWords: Readonly<Record<string, (value: number) => string>> = {
  costUsd: money,
  tokens: (value) => `${count(value)} tokens`,
  sessions: (value) => plural(value, 'session'),
  modelCalls: (value) => plural(value, 'model call'),
  toolCalls: (value) => plural(value, 'tool call'),
  activeMs: duration,
}

/** `$0.50 a session`, `$5.00 and 20 sessions a day`. */
export function budgetLines(budget: Budget | null): readonly string[] {
  if (budget === null) return []
  const line = (amounts: Budget['perDay'], what: string) => {
    const words = Object.entries(amounts ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [amountWords[name]?.(value) ?? `${count(value)} ${name}`],
    )
    return words.length === 0 ? [] : [`${words.join(' and ')} a ${what}`]
  }
  return [...line(budget.perSession, 'session'), ...line(budget.perDay, 'day')]
}
