/** The tools that are shown: those with all the words, and of one standing. */
import type { ShownTool } from '../../api/tools.ts'
import { shortCount } from '../../ui/format.ts'

export const standings = {
  all: 'All',
  tripped: 'Breaker not closed',
  denied: 'Not allowed',
  asks: 'Asks first',
  effects: 'Changes something',
} as const

export type Standing = keyof typeof standings

const fitsStanding: Readonly<Record<Standing, (tool: ShownTool) => boolean>> = {
  all: () => true,
  tripped: ({ breaker }) => breaker.state !== 'closed',
  denied: ({ denied }) => denied.length > 0,
  asks: ({ approval }) => approval !== 'never',
  effects: ({ effect }) => effect !== 'pure',
}

export function shownTools(tools: readonly ShownTool[], words: string, standing: Standing): readonly ShownTool[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return tools.filter((tool) => {
    const { name, from, effect, description, permissions } = tool
    const text = [name, from, effect, description, ...permissions].join(' ').toLowerCase()
    return fitsStanding[standing](tool) && wanted.every((word) => text.includes(word))
  })
}

const limitWords: Readonly<Record<string, (value: number) => string>> = {
  timeoutMs: (value) => `${value / 1000} s a call`,
  outputChars: (value) => `${shortCount(value)} characters`,
  concurrency: (value) => `${value} at once`,
  perMinute: (value) => `${value} a minute`,
}

/** `30 s a call`, `4 at once`; a limit that nobody here knows by its name. */
export function limitLines(limits: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(limits).map(([name, value]) => {
    const words = limitWords[name]
    return words && typeof value === 'number' ? words(value) : `${name}: ${JSON.stringify(value)}`
  })
}
