/** The models in the order they matter: those in use first, then those that could be. */
import type { ShownModel } from '../../api/models.ts'

export type ModelGroups = {
  /** Set somewhere, built in, or given by the config. */
  readonly inUse: readonly ShownModel[]
  /** Known by name and price, and their provider can be reached. */
  readonly ready: readonly ShownModel[]
  /** The same, but something is missing, such as a key. */
  readonly missing: readonly ShownModel[]
}

export function modelGroups(models: readonly ShownModel[], words = ''): ModelGroups {
  const found = models.filter((model) => fits(model, words))
  const [known, named] = [found.filter(({ from }) => from === 'known'), found.filter(({ from }) => from !== 'known')]
  return {
    inUse: named.toSorted((one, other) => rank(one) - rank(other)),
    ready: known.filter(({ fault }) => fault === null),
    missing: known.filter(({ fault }) => fault !== null),
  }
}

/** The default one, then those of tiers, then the others. */
function rank({ isDefault, tiers }: ShownModel): number {
  if (isDefault) return 0
  return tiers.length > 0 ? 1 : 2
}

function fits({ name, tiers, from }: ShownModel, words: string): boolean {
  const text = [name, ...tiers, from].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** `$0.75 in, $4.50 out`, for a million tokens. */
export function priceText(price: ShownModel['price']): string {
  if (price === null) return 'not known'
  if (price.input === 0 && price.output === 0) return 'free'
  return `${usd(price.input)} in, ${usd(price.output)} out`
}

function usd(value: number): string {
  return `$${Number.isInteger(value) ? value : value.toFixed(2)}`
}

/** What a model can do by itself; loops speak a text protocol where it cannot. */
export function abilityText({ nativeTools, nativeOutput }: Pick<ShownModel, 'nativeTools' | 'nativeOutput'>): string {
  const abilities = [
    ['tools', nativeTools],
    ['form', nativeOutput],
  ] as const
  if (abilities.every(([, can]) => can === null)) return 'not known'
  const words = abilities.flatMap(([word, can]) => (can === true ? [word] : []))
  return words.length === 0 ? 'text only' : words.join(', ')
}
