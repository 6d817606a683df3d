/** What well-known models cost and how much fits into them, as their providers publish it. */
import type { Price } from '@gyre/core'

/** USD for a million tokens: input, output, cached input; then the context window in tokens. Left out when not known. */
type Entry = readonly [input: number, output: number, cachedInput?: number | undefined, contextWindow?: number]

const million = 1_000_000
const gemini = 1_048_576

const table: Readonly<Record<string, Entry>> = {
  'openai/gpt-6-astra': [10, 50, 1],
  'openai/gpt-5.6': [2, 10, 0.2, 1_050_000],
  'openai/gpt-5.6-sol': [2, 10, 0.2, 1_050_000],
  'openai/gpt-5.5': [5, 30, 0.5, 1_050_000],
  'openai/gpt-5.4': [2.5, 15, 0.25, 1_050_000],
  'openai/gpt-5.4-mini': [0.75, 4.5, 0.075, 400_000],
  'openai/gpt-5.4-nano': [0.2, 1.25, 0.02, 400_000],
  'openai/gpt-5.2': [1.75, 14, 0.175, 400_000],
  'openai/gpt-5.2-pro': [21, 168, undefined, 400_000],
  'openai/gpt-5.1': [1.25, 10, 0.125, 400_000],
  'openai/gpt-5': [1.25, 10, 0.125, 400_000],
  'openai/gpt-5-mini': [0.25, 2, 0.025, 400_000],
  'openai/gpt-5-nano': [0.05, 0.4, 0.005, 400_000],
  'openai/gpt-4.1': [2, 8, 0.5, 1_047_576],
  'openai/gpt-4.1-mini': [0.4, 1.6, 0.1, 1_047_576],
  'openai/gpt-4.1-nano': [0.1, 0.4, 0.025, 1_047_576],
  'openai/gpt-4o': [2.5, 10, 1.25, 128_000],
  'openai/gpt-4o-mini': [0.15, 0.6, 0.075, 128_000],
  'openai/o3': [2, 8, 0.5, 200_000],
  'openai/o4-mini': [1.1, 4.4, 0.275, 200_000],

  'anthropic/claude-fable-5': [10, 50, 1, million],
  'anthropic/claude-opus-5-5': [4, 20, 0.2],
  'anthropic/claude-opus-5': [5, 25, 0.5, million],
  'anthropic/claude-opus-4-8': [5, 25, 0.5, million],
  'anthropic/claude-opus-4-7': [5, 25, 0.5, million],
  'anthropic/claude-opus-4-6': [5, 25, 0.5, million],
  'anthropic/claude-opus-4-5': [5, 25, 0.5, 200_000],
  'anthropic/claude-opus-4-1': [15, 75, 1.5, 200_000],
  'anthropic/claude-sonnet-5-5': [2, 10, 0.1],
  'anthropic/claude-sonnet-5': [2, 10, 0.2, million],
  'anthropic/claude-sonnet-4-6': [3, 15, 0.3, million],
  'anthropic/claude-sonnet-4-5': [3, 15, 0.3, 200_000],
  'anthropic/claude-haiku-4-5': [1, 5, 0.1, 200_000],

  // The lasting price; a lower one is asked until the end of 2026.
  'google/gemini-3.8-flash': [1.5, 7.5, 0.15],
  'google/gemini-3.7-flash': [1.5, 7.5, 0.15],
  'google/gemini-3.5-flash': [1.5, 9, 0.15, gemini],
  'google/gemini-3.1-pro-preview': [2, 12, 0.2, gemini],
  'google/gemini-3.1-flash-lite': [0.25, 1.5, 0.025, gemini],
  'google/gemini-3-flash-preview': [0.5, 3, 0.05, gemini],
  'google/gemini-2.5-pro': [1.25, 10, 0.125, gemini],
  'google/gemini-2.5-flash': [0.3, 2.5, 0.03, gemini],
  'google/gemini-2.5-flash-lite': [0.1, 0.4, 0.01, gemini],

  // The lasting price; a lower one is asked while it is a preview.
  'mistral/mistral-large-4': [1.36, 4.18, 0.14],
  'mistral/mistral-large-2512': [0.5, 1.5, undefined, 262_144],
  'mistral/mistral-medium-latest': [1.5, 7.5],
  'mistral/mistral-medium-2604': [1.5, 7.5],
  'mistral/mistral-medium-3-5': [1.5, 7.5],
}

/** Anthropic asks more for input that it puts into its cache for five minutes, as our marks ask it to. */
const anthropicWrite = 1.25

/** What may follow a name without making another model of it: a date, a number of a build, `latest`. */
const edition = /^(?:-latest|-\d{4}-\d{2}-\d{2}|[-@]\d{6,8}|-\d{3,4})$/

function find<T>(id: string, entries: Readonly<Record<string, T>>): T | undefined {
  if (Object.hasOwn(entries, id)) return entries[id]
  const names = Object.keys(entries).filter((name) => id.startsWith(name) && edition.test(id.slice(name.length)))
  const longest = names.reduce((best, name) => (name.length > best.length ? name : best), '')
  return entries[longest]
}

/** The price of `provider/model`; what the user says wins. Undefined when it is not known. */
export function priceOf(id: string, overrides: Readonly<Record<string, Price>> = {}): Price | undefined {
  const own = find(id, overrides)
  if (own) return own
  const entry = find(id, table)
  if (!entry) return undefined
  const [input, output, cachedInput] = entry
  const cacheWrite = id.startsWith('anthropic/') && { cacheWrite: input * anthropicWrite }
  return { input, output, ...(cachedInput !== undefined && { cachedInput }), ...cacheWrite }
}

/** Tokens that fit into one request of `provider/model`; undefined when not known. */
export function contextWindowOf(id: string): number | undefined {
  return find(id, table)?.[3]
}

/** All known prices by name, for showing them. */
export function knownPrices(): Readonly<Record<string, Price>> {
  return Object.fromEntries(Object.keys(table).flatMap((id) => [[id, priceOf(id)] as const])) as Record<string, Price>
}
