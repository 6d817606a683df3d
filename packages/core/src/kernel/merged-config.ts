/** A config laid over another: of a person over that of a persona, of a fork over that of its source. */

type Mapping = Readonly<Record<string, unknown>>

/**
 * What `change` names is taken from it, at any depth, and the rest from `base`. Lists are replaced whole.
 *
 * Where it names another loop than stands there, it begins with that loop's own settings: those of the loop before are
 * no good to it. `whole` is `base` with its defaults, which say what loop stands there when `base` does not.
 */
export function mergedConfig(base: unknown, change: unknown, whole: unknown = base): unknown {
  if (!isMapping(base) || !isMapping(change)) return change
  if (namesAnotherLoop(base, change, whole)) return change
  const entries = Object.entries(change).map(([key, value]) => [
    key,
    Object.hasOwn(base, key) ? mergedConfig(base[key], value, isMapping(whole) ? whole[key] : undefined) : value,
  ])
  return { ...base, ...Object.fromEntries(entries) }
}

/** A loop inside of a loop is written `{ loop, config }`, and either may be left out. */
function namesAnotherLoop(base: Mapping, change: Mapping, whole: unknown): boolean {
  if (typeof change['loop'] !== 'string' || ![base, change].every(isInnerLoop)) return false
  const name = base['loop'] ?? (isMapping(whole) ? whole['loop'] : undefined)
  return change['loop'] !== name
}

function isInnerLoop(value: Mapping): boolean {
  return Object.keys(value).every((key) => key === 'loop' || key === 'config')
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
