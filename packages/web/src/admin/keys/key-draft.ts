/** A key as it is filled in, and as it is asked for. */

export const lives = {
  never: 'Never',
  '7': 'In 7 days',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
} as const

export type Life = keyof typeof lives

/** Texts as they stand in the fields: an empty one sets no limit. */
export type KeyDraft = {
  readonly name: string
  readonly owner: string
  readonly role: 'viewer' | 'user' | 'admin'
  /** None for all. */
  readonly personas: readonly string[]
  readonly life: Life
  readonly sessionCost: string
  readonly sessionTokens: string
  readonly dayCost: string
  readonly dayTokens: string
  readonly daySessions: string
}

export const emptyDraft: KeyDraft = {
  name: '',
  owner: '',
  role: 'user',
  personas: [],
  life: 'never',
  sessionCost: '',
  sessionTokens: '',
  dayCost: '',
  dayTokens: '',
  daySessions: '',
}

type Amounts = Readonly<Record<string, number>>

type WantedKey = {
  readonly name: string
  readonly owner?: string
  readonly role: KeyDraft['role']
  readonly personas: readonly string[] | null
  readonly budget: { readonly perSession?: Amounts; readonly perDay?: Amounts } | null
  readonly expiresAt: string | null
}

const dayMs = 86_400_000

export function wantedKey(draft: KeyDraft, now: number): WantedKey {
  const { name, owner, role, personas, life } = draft
  const perSession = amounts({ costUsd: draft.sessionCost, tokens: draft.sessionTokens })
  const perDay = amounts({ costUsd: draft.dayCost, tokens: draft.dayTokens, sessions: draft.daySessions })
  const budget = { ...(perSession && { perSession }), ...(perDay && { perDay }) }
  return {
    name: name.trim(),
    ...(owner.trim() !== '' && { owner: owner.trim() }),
    role,
    personas: personas.length === 0 ? null : personas,
    budget: Object.keys(budget).length === 0 ? null : budget,
    expiresAt: life === 'never' ? null : new Date(now + Number(life) * dayMs).toISOString(),
  }
}

/** Those that are filled in; undefined when none is. */
function amounts(texts: Readonly<Record<string, string>>): Amounts | undefined {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  return given.length === 0 ? undefined : Object.fromEntries(given.map(([name, text]) => [name, Number(text)]))
}
