/** What is wrong with something people wrote, in words they can act on. */
import type { z } from 'zod'
import { type ErrorCode, GyreError } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { valueAt } from '../parsing/mend.ts'
import { alternatives, pathText, shown } from '../parsing/schema-fault.ts'
import { expectationOf, formAt, formOf, keysOf, optionsOf } from './expectation.ts'
import { suggestion } from './nearest.ts'

/** Where in a value something is wrong: keys and positions, from the outside in. */
export type IssuePath = readonly (string | number)[]

/** One fault. The path leads to the place, so that the reader of a file can tell the line. */
export type Issue = { readonly path: IssuePath; readonly message: string; readonly expected?: string }

/** More faults than these help nobody. */
const mostLines = 20
const mostKeys = 5

type ZodIssue = z.core.$ZodIssue

/** Where an issue is found: the whole value, the whole form, and what the issue's own path starts from. */
type Place = {
  readonly value: unknown
  readonly root: JsonObject
  readonly form: JsonObject
  readonly base: IssuePath
}

/** The faults of a value, as its schema found them: what was expected, what came, which key was meant. */
export function describeIssues(error: z.ZodError, schema: z.ZodType, value: unknown): readonly Issue[] {
  const root = formOf(schema)
  const place = { value, root, form: root, base: [] }
  return error.issues.flatMap((issue) => describeIssue(issue, place))
}

/** The faults of a value; none when it fits. */
export function issuesOf(schema: z.ZodType, value: unknown, base: IssuePath = []): readonly Issue[] {
  const { error } = schema.safeParse(value)
  if (!error) return []
  return describeIssues(error, schema, value).map((issue) => ({ ...issue, path: [...base, ...issue.path] }))
}

/** The error that tells of faults, one line each: `careful.yaml: config.maxIterations: expected …`. */
export function issuesError(code: ErrorCode, source: string, issues: readonly Issue[]): GyreError {
  const lines = issues.slice(0, mostLines).map((issue) => `${source}: ${lineOf(issue)}`)
  const more = issues.length - mostLines
  if (more > 0) lines.push(`${source}: and ${more} more.`)
  return new GyreError(code, lines.join('\n'), { source, issues })
}

/** What a schema makes of a value; a value that does not fit fails with this code, its faults told under the source. */
export function readAs<T>(schema: z.ZodType<T>, value: unknown, code: ErrorCode, source: string): T {
  const { error, data } = schema.safeParse(value)
  if (!error) return data
  throw issuesError(code, source, describeIssues(error, schema, value))
}

function lineOf({ path, message }: Issue): string {
  return path.length === 0 ? message : `${pathText(path)}: ${message}`
}

function describeIssue(issue: ZodIssue, place: Place): readonly Issue[] {
  const own = issue.path.map((key) => (typeof key === 'number' ? key : String(key)))
  const path = [...place.base, ...own]
  const form = formAt(place.root, place.form, own)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: `unknown key; ${suggestion(key, keysOf(form))}` }))
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const chosen = closestBranch(issue.errors)
    const inner = { ...place, form: optionsOf(form)[chosen ?? 0] ?? {}, base: path }
    if (chosen !== undefined) return (issue.errors[chosen] ?? []).flatMap((each) => describeIssue(each, inner))
  }
  return [plainIssue(issue, path, { form, got: valueAt(place.value, path) })]
}

/** The option that was surely meant: it alone has the fewest faults, and takes this kind of value at all. */
function closestBranch(branches: readonly (readonly ZodIssue[])[]): number | undefined {
  const refusesAll = (issues: readonly ZodIssue[]) =>
    issues.some(({ code, path }) => code !== keyFault && path.length === 0)
  const counts = branches.map((issues) => (refusesAll(issues) ? Number.POSITIVE_INFINITY : issues.length))
  const fewest = Math.min(...counts)
  const isClear = Number.isFinite(fewest) && counts.filter((count) => count === fewest).length === 1
  return isClear ? counts.indexOf(fewest) : undefined
}

const keyFault = 'unrecognized_keys'

function plainIssue(issue: ZodIssue, path: IssuePath, found: { form: JsonObject; got: unknown }): Issue {
  if (!isStandard(issue.message)) return { path, message: withGot(issue.message, found.got) }
  const expected = expectedBy(issue, found.form)
  if (expected === '') return { path, message: `${issue.message}.` }
  return { path, message: `expected ${expected}, ${gotWords(found.got)}`, expected }
}

function expectedBy(issue: ZodIssue, form: JsonObject): string {
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options)
    return alternatives(issue.options.map(shown))
  return expectationOf(form)
}

/** What zod says by itself. A message the author of the schema wrote is better than ours. */
function isStandard(message: string): boolean {
  return /^(?:Invalid|Too (?:small|big)|Unrecognized)\b/.test(message)
}

function gotWords(got: unknown): string {
  if (got === undefined) return 'but it is missing'
  if (Array.isArray(got)) return got.length === 0 ? 'got an empty list' : 'got a list'
  if (typeof got !== 'object' || got === null) return `got ${shown(got)}`
  const keys = Object.keys(got)
  return keys.length === 0 ? 'got an empty mapping' : `got { ${keys.slice(0, mostKeys).join(', ')} }`
}

function withGot(message: string, got: unknown): string {
  return message.startsWith('expected ') ? `${message}, ${gotWords(got)}` : message
}
