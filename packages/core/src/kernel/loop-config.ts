/** The config of a loop, and of the loops it names to be run inside of it. */
import { GyreError } from '../errors.ts'
import { type Issue, type IssuePath, issuesError, issuesOf } from '../faults/issues.ts'
import { suggestion } from '../faults/nearest.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { Loop } from './loop.ts'
import type { SessionDefinition } from './session-view.ts'

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

/**
 * The loops a loop may choose from, the same whatever came since the session began: those there were then, in their
 * order, and those it brings along, without those that were switched off.
 */
export function offeredLoops(
  loops: readonly Loop[],
  { uses }: Pick<Loop, 'uses'>,
  { loops: then = loops.map(({ name }) => name), loopsOff = [] }: Pick<SessionDefinition, 'loops' | 'loopsOff'>,
): readonly Loop[] {
  const known = knownLoops(loops, { uses })
  const names = new Set([...then, ...uses.map(({ name }) => name)])
  return [...names]
    .filter((name) => !loopsOff.includes(name))
    .flatMap((name) => known.find((each) => each.name === name) ?? [])
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
  return issues.length > 0 ? issues : loopsWithin(loop, config, known).flatMap((inner) => innerIssues(inner, base))
}

/** The faults of a loop that is named with its config. */
export function loopIssues(
  { loop: name, config }: JsonObject,
  known: readonly Loop[],
  base: IssuePath,
): readonly Issue[] {
  const loop = known.find((each) => each.name === name)
  if (loop) return configIssues(loop, config ?? {}, known, [...base, 'config'])
  return [unknownLoop(String(name), known, base)]
}

function innerIssues({ name, loop, config, known, path }: InnerLoop, base: IssuePath): readonly Issue[] {
  const place = [...base, ...path]
  return loop ? issuesOf(loop.config, config, [...place, 'config']) : [unknownLoop(name, known, place)]
}

function unknownLoop(name: string, known: readonly Loop[], base: IssuePath): Issue {
  const names = known.map((each) => each.name)
  return { path: [...base, 'loop'], message: `there is no loop \`${name}\`; ${suggestion(name, names)}` }
}

/** The names of the loops that a config runs inside, at any depth, by default, too. */
export function innerLoopNames(loop: Loop, config: unknown, known: readonly Loop[]): readonly string[] {
  return [...new Set(loopsWithin(loop, config, known).map(({ name }) => name))]
}

/** Loads a loop and all that it may run by its config, before a session of it begins. */
export async function loadLoops(loop: Loop, config: unknown, known: readonly Loop[]): Promise<void> {
  const within = loopsWithin(loop, config, known).flatMap((inner) => inner.loop ?? [])
  const wanted = new Set([loop, ...within].flatMap((each) => [each, ...each.uses]))
  await Promise.all([...wanted].map((each) => each.load?.()))
}

type InnerLoop = {
  readonly name: string
  /** Undefined where there is none of this name. */
  readonly loop: Loop | undefined
  readonly config: unknown
  readonly known: readonly Loop[]
  /** Where it stands. */
  readonly path: IssuePath
}

/** The loops inside of a loop and inside of those, as their configs and the defaults name them. */
function loopsWithin(
  loop: Loop,
  config: unknown,
  known: readonly Loop[],
  around: readonly string[] = [],
): readonly InnerLoop[] {
  const { data, success } = loop.config.safeParse(config)
  // A loop that by default runs itself inside comes to an end when it runs, if at all.
  const own = `${loop.name} ${JSON.stringify(config)}`
  if (!success || around.includes(own)) return []
  return loopsIn(data, knownLoops(known, loop)).flatMap((inner) => {
    if (!inner.loop) return [inner]
    const below = loopsWithin(inner.loop, inner.config, inner.known, [...around, own])
    return [inner, ...below.map((each) => ({ ...each, path: [...inner.path, 'config', ...each.path] }))]
  })
}

/** Loops within a config are written `{ loop, config }`, wherever they stand. */
function loopsIn(value: unknown, known: readonly Loop[], path: IssuePath = []): readonly InnerLoop[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => loopsIn(entry, known, [...path, index]))
  if (!isObject(value)) return []
  if (!isInnerLoop(value)) return Object.entries(value).flatMap(([key, each]) => loopsIn(each, known, [...path, key]))
  const name = String(value['loop'])
  const loop = known.find((each) => each.name === name)
  return [{ name, loop, config: value['config'] ?? {}, known, path }]
}

function isInnerLoop(value: JsonObject): boolean {
  const others = Object.keys(value).filter((key) => key !== 'loop' && key !== 'config')
  return typeof value['loop'] === 'string' && others.length === 0
}
