/** The config of a loop, and of the loops it names to be run inside of it. */
import { GyreError } from '../errors.ts'
import { type Issue, type IssuePath, issuesError, issuesOf } from '../faults/issues.ts'
import { suggestion } from '../faults/nearest.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Loop } from './loop.ts'

/** The config with its defaults; the caller's mistakes are told field by field, those of inner loops, too. */
export function readConfig(loop: Loop, config: unknown, known: readonly Loop[]): unknown {
  const issues = configIssues(loop, config, known)
  if (issues.length > 0) throw issuesError('config-invalid', `Config of \`${loop.name}\``, issues)
  return loop.config.parse(config)
}

/** The loops that a loop may name: those there are, and those it brings along, unless one there is has their name. */
export function knownLoops(loops: readonly Loop[], { uses }: Pick<Loop, 'uses'>): readonly Loop[] {
  const names = new Set(loops.map(({ name }) => name))
  return [...loops, ...uses.filter(({ name }) => !names.has(name))]
}

/** What people switched off is not run by way of another loop, either. */
export function refuseLoopsOff(names: readonly string[], off: readonly string[] = []): void {
  const name = names.find((each) => off.includes(each))
  if (name !== undefined) throw new GyreError('loop-off', `The loop \`${name}\` is switched off.`, { name })
}

/** Every fault of a config; of the loops inside of it none is looked for before it is itself without. */
export function configIssues(
  loop: Loop,
  config: unknown,
  known: readonly Loop[],
  base: IssuePath = [],
): readonly Issue[] {
  const issues = issuesOf(loop.config, config, base)
  return issues.length > 0 ? issues : innerIssues(config, knownLoops(known, loop), base)
}

/** The faults of a loop that is named with its config. */
export function loopIssues(
  { loop: name, config }: JsonObject,
  known: readonly Loop[],
  base: IssuePath,
): readonly Issue[] {
  const loop = known.find((each) => each.name === name)
  if (loop) return configIssues(loop, config ?? {}, known, [...base, 'config'])
  const names = known.map((each) => each.name)
  return [{ path: [...base, 'loop'], message: `there is no loop \`${name}\`; ${suggestion(String(name), names)}` }]
}

/** Loops within a config are written `{ loop, config }`, wherever they stand. */
function innerIssues(value: unknown, known: readonly Loop[], path: IssuePath): readonly Issue[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => innerIssues(entry, known, [...path, index]))
  if (!isMapping(value)) return []
  if (isInnerLoop(value)) return loopIssues(value, known, path)
  return Object.entries(value).flatMap(([key, entry]) => innerIssues(entry, known, [...path, key]))
}

/** The names of the loops within a config, at any depth. */
export function innerLoopNames(config: Json | undefined): readonly string[] {
  if (Array.isArray(config)) return config.flatMap(innerLoopNames)
  if (!isMapping(config)) return []
  const own = isInnerLoop(config) ? [String(config['loop'])] : []
  return [...own, ...Object.values(config).flatMap(innerLoopNames)]
}

function isInnerLoop(value: JsonObject): boolean {
  const others = Object.keys(value).filter((key) => key !== 'loop' && key !== 'config')
  return typeof value['loop'] === 'string' && others.length === 0
}

function isMapping(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
