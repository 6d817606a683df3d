/** A config laid over another: of a person over that of a persona, of a fork over that of its source. */
import { isObject } from '../json.ts'
import type { Loop } from './loop.ts'
import { knownLoops } from './loop-config.ts'

type Mapping = Readonly<Record<string, unknown>>

/**
 * The config of a loop. What `change` names is taken from it, at any depth, and the rest from `base`. Lists are
 * replaced whole.
 *
 * Where it names another loop than stands there, it begins with that loop's own settings: those of the loop before are
 * no good to it. What loop stands there when `base` does not say is told by the defaults: those of the loop itself, and
 * inside of a loop inside those of that one. A loop that is not known (undefined) has none.
 */
export function mergedConfig(loop: Loop | undefined, base: unknown, change: unknown, known: readonly Loop[]): unknown {
  if (!isObject(base) || !isObject(change)) return change
  if (!loop) return laidOver(base, change, { whole: base, known })
  // A setting that the base lacks and the loop needs may come with the change.
  const whole = loop.config.safeParse({ ...change, ...base }).data
  return laidOver(base, change, { whole, known: knownLoops(known, loop) })
}

type Place = {
  /** The base with its defaults, as far as they are known. */
  readonly whole: unknown
  /** The loops that may be named here. */
  readonly known: readonly Loop[]
}

function laidOver(base: unknown, change: unknown, { whole, known }: Place): unknown {
  if (!isObject(base) || !isObject(change)) return change
  const name = base['loop'] ?? (isObject(whole) ? whole['loop'] : undefined)
  const isLoop = [base, change].every(isInnerLoop)
  if (isLoop && typeof change['loop'] === 'string' && change['loop'] !== name) return change
  const loop = isLoop ? known.find((each) => each.name === name) : undefined
  const entries = Object.entries(change).map(([key, value]) => {
    if (!Object.hasOwn(base, key)) return [key, value]
    if (loop && key === 'config') return [key, mergedConfig(loop, base[key], value, known)]
    return [key, laidOver(base[key], value, { whole: isObject(whole) ? whole[key] : undefined, known })]
  })
  return { ...base, ...Object.fromEntries(entries) }
}

/** A loop inside of a loop is written `{ loop, config }`, and either may be left out. */
function isInnerLoop(value: Mapping): boolean {
  return Object.keys(value).every((key) => key === 'loop' || key === 'config')
}
