/** Plans of a wave: the calls, under ids of their own and in the order they need each other, and what may be wrong with them. */
import { canonicalJson, isObject, type Json, type JsonObject } from '../../json.ts'
import type { OfferedTool } from '../../kernel/context.ts'
import { requiredOf } from '../../parsing/tool-input.ts'
import { toolNamed } from '../../parsing/tool-name.ts'
import { arranged } from '../plan-order.ts'
import { referencesIn, withRenamed } from './references.ts'
import type { Draft } from './schema.ts'

/** A call that is to be made. */
export type Call = {
  readonly id: string
  readonly tool: string
  /** As planned: references stand in it. */
  readonly args: Json
  readonly needs: readonly string[]
  /** Its id in the plan, where that was taken. */
  readonly plannedAs?: string
}

/** What a plan is held against. */
export type Known = {
  readonly tools: readonly OfferedTool[]
  /** Ids of the calls of earlier waves. */
  readonly taken: ReadonlySet<string>
}

/** A plan with more faults than these learns nothing from the others. */
const maxFaults = 10

/** The calls of a plan. An id that was used before is given a number: nothing is overwritten. */
export function callsOf({ tools: drafted }: Pick<Draft, 'tools'>, { tools, taken }: Known): readonly Call[] {
  const ids = new Set([...taken, ...drafted.map(({ id }) => id)])
  const names = new Map<string, string>()
  for (const { id } of drafted) {
    if (!taken.has(id) || names.has(id)) continue
    const free = freeId(id, ids)
    ids.add(free)
    names.set(id, free)
  }
  return drafted.map(({ id, tool, args, needs = [] }) => {
    // One that refers to its own id means the call that had it before.
    const others = new Map([...names].filter(([name]) => name !== id))
    const renamed = names.get(id)
    return {
      id: renamed ?? id,
      tool: toolNamed(tool, tools)?.name ?? tool,
      // What refers to a call does so without it as well: somebody may take it out.
      args: withRenamed(args as Json, ids, others),
      needs: needs.map((need) => others.get(need) ?? need),
      ...(renamed !== undefined && { plannedAs: id }),
    }
  })
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) if (!taken.has(`${id}-${number}`)) return `${id}-${number}`
}

/** What is wrong with the calls of a wave. */
export function callFaults(calls: readonly Call[], known: Known): readonly string[] {
  const planned = new Set(calls.map(({ id }) => id))
  const ids = new Set([...planned, ...known.taken])
  const circles = arrangedCalls(calls, ids).circles.map(
    ({ id, need }) => `\`${id}\` needs \`${need}\`, which ${id === need ? 'is itself' : 'needs it in turn'}`,
  )
  const each = calls.flatMap((call) => [...toolFaults(call, known.tools), ...linkFaults(call, ids)])
  return [...idFaults(calls), ...each, ...circles].slice(0, maxFaults)
}

function idFaults(calls: readonly Call[]): readonly string[] {
  const seen = new Set<string>()
  return calls.flatMap(({ id, plannedAs = id }) => {
    const isTwice = seen.has(id)
    seen.add(id)
    if (isTwice) return [`two calls have the id \`${plannedAs}\``]
    return /^[\p{L}\p{N}_.:/#@+-]+$/u.test(id)
      ? []
      : [`the id \`${plannedAs}\` must be letters, digits, \`-\` and \`_\``]
  })
}

/** A tool that is not there, and arguments that its schema asks for or does not know. */
function toolFaults({ id, tool, args }: Call, tools: readonly OfferedTool[]): readonly string[] {
  const spec = tools.find(({ name }) => name === tool)
  if (!spec) {
    const names = tools.map(({ name }) => name).join(', ') || 'none'
    return [`call \`${id}\`: there is no tool \`${tool}\`; there are ${names}`]
  }
  if (!isObject(args)) return [`call \`${id}\`: its arguments must be an object`]
  // All of them may be part of a result.
  if ('$ref' in args) return []
  const given = (name: string) => Object.hasOwn(args, name) && args[name] !== undefined
  const lacking = requiredOf(spec).filter((name) => !given(name))
  const unknown = spec.input['additionalProperties'] === false ? Object.keys(args).filter(isUnknownTo(spec)) : []
  return [
    ...lacking.map((name) => `call \`${id}\`: \`${tool}\` needs the argument \`${name}\``),
    ...unknown.map(
      (name) => `call \`${id}\`: \`${tool}\` has no argument \`${name}\`; there are ${argumentNames(spec)}`,
    ),
  ]
}

function isUnknownTo({ input }: OfferedTool): (name: string) => boolean {
  const properties = isObject(input['properties']) ? input['properties'] : {}
  return (name) => !Object.hasOwn(properties, name)
}

/** The names of a tool's arguments, in words. */
export function argumentNames({ input }: OfferedTool): string {
  const names = isObject(input['properties']) ? Object.keys(input['properties']) : []
  return names.join(', ') || 'none'
}

function linkFaults({ id, needs, args }: Call, ids: ReadonlySet<string>): readonly string[] {
  const unknown = needs.filter((need) => !ids.has(need))
  const strange = referencesIn(args, ids).filter((reference) => !ids.has(reference.id))
  return [
    ...unknown.map((need) => `call \`${id}\` needs \`${need}\`, which is no call`),
    ...strange.map((reference) => `call \`${id}\` refers to \`${reference.id}\`, which is no call`),
  ]
}

/** What a call waits for: what it names, and what it refers to. */
export function waitsOf({ needs, args }: Pick<Call, 'needs' | 'args'>, ids: ReadonlySet<string>): readonly string[] {
  return [...new Set([...needs, ...referencesIn(args, ids).map(({ id }) => id)])]
}

/** The calls, each behind those that it waits for. */
export function inOrder(calls: readonly Call[], taken: ReadonlySet<string>): readonly Call[] {
  const ids = new Set([...calls.map(({ id }) => id), ...taken])
  const byId = new Map(calls.map((call) => [call.id, call]))
  return arrangedCalls(calls, ids).steps.flatMap(({ id }) => byId.get(id) ?? [])
}

function arrangedCalls(calls: readonly Call[], ids: ReadonlySet<string>) {
  return arranged(calls.map((call) => ({ id: call.id, needs: waitsOf(call, ids) })))
}

/** The same for calls of the same tool with equal arguments, whatever the order of their keys. */
export function callKey({ tool, args }: Pick<Call, 'tool' | 'args'>): string {
  return `${tool} ${canonicalJson(args)}`
}

/** A plan is what its calls are, not how they are named by whom. */
export function isSamePlan(one: readonly Call[], other: readonly Call[]): boolean {
  const plain = (calls: readonly Call[]) => calls.map(({ id, tool, args, needs }) => ({ id, tool, args, needs }))
  return canonicalJson(plain(one)) === canonicalJson(plain(other))
}

/** A call with its arguments in few characters, for people. */
export function shownCall({ tool, args }: Pick<Call, 'tool' | 'args'>, longest = 300): string {
  const given: JsonObject = isObject(args) ? args : {}
  const pairs = Object.entries(given).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const text = `${tool}(${pairs.join(', ')})`
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}
