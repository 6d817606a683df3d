/** Which control fits a setting, and what its text stands for. */
import type { Setting } from '../../api/settings.ts'

export type SettingKind =
  | { readonly type: 'switch' }
  | { readonly type: 'number' }
  | { readonly type: 'choice'; readonly options: readonly string[] }
  /** A name with suggestions: others can be written, too. */
  | { readonly type: 'name'; readonly of: 'model' | 'loop' }
  | { readonly type: 'list' }
  | { readonly type: 'json' }
  | { readonly type: 'text' }

const tiers = ['local', 'light', 'medium', 'heavy']

const named: Readonly<Record<string, SettingKind>> = {
  'reasoning.llm_tier': { type: 'choice', options: tiers },
  default_loop: { type: 'name', of: 'loop' },
  default_model: { type: 'name', of: 'model' },
  ...Object.fromEntries(tiers.map((tier) => [`tier.${tier}`, { type: 'name', of: 'model' }])),
}

/** Where the key says nothing, the default shows of which kind the values are. */
export function kindOf({ key, default: standard }: Pick<Setting, 'key' | 'default'>): SettingKind {
  const known = named[key]
  if (known) return known
  if (typeof standard === 'boolean') return { type: 'switch' }
  if (typeof standard === 'number') return { type: 'number' }
  if (Array.isArray(standard)) return { type: 'list' }
  return typeof standard === 'object' ? { type: 'json' } : { type: 'text' }
}

/** A value as it stands in its field. */
export function textOfValue(value: unknown, kind: SettingKind): string {
  if (kind.type === 'list') return (value as readonly unknown[]).map(String).join('\n')
  if (kind.type === 'json') return JSON.stringify(value, null, 2)
  return String(value ?? '')
}

/** Undefined for a text that is no JSON. What else is wrong with a value is told by the server. */
export function valueOfText(text: string, kind: SettingKind): unknown {
  if (kind.type === 'number') return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
  if (kind.type === 'list') return linesIn(text)
  if (kind.type === 'json') return jsonIn(text)
  return text.trim()
}

export function linesIn(text: string): readonly string[] {
  return text
    .split(/\n|,/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value in a few words, for a line of text. */
export function shortValue(value: unknown): string {
  if (value === '') return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Settings that begin alike belong together: `reasoning.*`. Those without a prefix come first. */
export function groupsOf<S extends Pick<Setting, 'key'>>(settings: readonly S[]): ReadonlyMap<string, readonly S[]> {
  const groups = Map.groupBy(settings, ({ key }) => (key.includes('.') ? `${key.slice(0, key.indexOf('.'))}.*` : ''))
  return new Map([...groups].toSorted(([one], [other]) => Number(one !== '') - Number(other !== '')))
}
