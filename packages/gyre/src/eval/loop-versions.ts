/** Which loops a loop may run, in which version: those it brings along, and those its config names, at any depth. */
import type { Json, JsonObject, Loop } from '@gyre/core'

/** By name. `auto` chooses among all there are when its config names none. */
export function loopVersions(
  loops: readonly Loop[],
  name: string,
  config: JsonObject,
): Readonly<Record<string, number>> {
  const versions: Record<string, number> = {}
  const seen = new Set<string>()
  const note = (loop: Loop, settings: unknown): void => {
    const key = `${loop.name} ${JSON.stringify(settings)}`
    // Loops may name each other by their defaults.
    if (seen.has(key)) return
    seen.add(key)
    versions[loop.name] = loop.version
    const { data = settings } = loop.config.safeParse(settings)
    const inner = innerLoops(data as Json)
    for (const { loop: wanted, config: own } of inner) noteNamed(wanted, own, loop.uses)
    for (const each of othersOf(loop, loops, inner.length > 0)) note(each, {})
  }
  const noteNamed = (wanted: string, own: unknown, uses: readonly Loop[]) => {
    const loop = [...loops, ...uses].find((each) => each.name === wanted)
    if (loop) note(loop, own)
  }
  noteNamed(name, config, [])
  return versions
}

/** Those it may run without being told by its config. */
function othersOf({ name, uses }: Loop, loops: readonly Loop[], hasNamed: boolean): readonly Loop[] {
  if (name !== 'auto') return uses
  return hasNamed ? [] : [...loops, ...uses]
}

type InnerLoop = { readonly loop: string; readonly config: unknown }

/** Loops within a config are written `{ loop, config }`; what is inside of one is looked at when its turn comes. */
function innerLoops(value: Json | undefined): readonly InnerLoop[] {
  if (Array.isArray(value)) return value.flatMap(innerLoops)
  if (typeof value !== 'object' || value === null) return []
  const { loop, config = {} } = value as JsonObject
  return typeof loop === 'string' ? [{ loop, config }] : Object.values(value).flatMap(innerLoops)
}
