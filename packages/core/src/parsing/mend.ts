/** Gentle coercions, each driven by an issue of the schema: what it did not complain about is never touched. */
import type { z } from 'zod'
import { parseJsonText } from './json-text.ts'

type Issue = z.core.$ZodIssue

/** The value with all that can be mended mended, or undefined if nothing can. The given value is left as it is. */
export function mend(value: unknown, issues: readonly Issue[]): { readonly value: unknown } | undefined {
  const draft: Draft = { value, copies: new Set() }
  let count = 0
  for (const issue of issues) if (mendIssue(draft, issue, [])) count++
  return count > 0 ? { value: draft.value } : undefined
}

/** A value whose containers are copied once, on the way to the first change below them. */
type Draft = { value: unknown; readonly copies: Set<unknown> }

type Path = readonly PropertyKey[]

function mendIssue(draft: Draft, issue: Issue, prefix: Path): boolean {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return mendUnion(draft, issue.errors, path)
  const got = valueAt(draft.value, path)
  const mended = mendedValue(got, issue)
  if (mended === undefined && got !== null) return false
  return mended === undefined ? dropNull(draft, path) : replaceAt(draft, path, mended)
}

/** The branch that came closest and can be mended. */
function mendUnion(draft: Draft, branches: readonly (readonly Issue[])[], path: Path): boolean {
  return closestFirst(branches).some((issues) => issues.filter((issue) => mendIssue(draft, issue, path)).length > 0)
}

/** The branches of a union by how much they refused; one that refused the type itself is furthest away. */
export function closestFirst(branches: readonly (readonly Issue[])[]): readonly (readonly Issue[])[] {
  const distance = (issues: readonly Issue[]) => (refusesType(issues) ? Number.POSITIVE_INFINITY : issues.length)
  // Infinity less itself is no number: branches that are equally far keep their order.
  return branches.toSorted((a, b) => distance(a) - distance(b) || 0)
}

export function refusesType([issue]: readonly Issue[]): boolean {
  return issue?.code === 'invalid_type' && issue.path.length === 0
}

function mendedValue(got: unknown, issue: Issue): unknown {
  if (issue.code === 'invalid_value') return sameOption(got, issue.values)
  if (issue.code === 'invalid_union' && 'options' in issue) return sameOption(got, issue.options ?? [])
  if (issue.code !== 'invalid_type') return undefined
  const expected = issue.expected === 'int' ? 'number' : issue.expected === 'record' ? 'object' : issue.expected
  return mends[expected]?.(got) ?? onlyInner(got, expected)
}

/** By the type that is expected. */
const mends: Readonly<Record<string, (got: unknown) => unknown>> = {
  number: (got) => (typeof got === 'string' ? numberOf(got) : undefined),
  boolean: (got) => (typeof got === 'string' ? booleans.get(got.trim().toLowerCase()) : undefined),
  string: (got) => (typeof got === 'number' ? String(got) : undefined),
  object: (got) => jsonOf(got, 'object'),
  array: (got) => {
    if (got === undefined || got === null) return undefined
    return jsonOf(got, 'array') ?? onlyInner(got, 'array') ?? [got]
  },
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

function numberOf(text: string): number | undefined {
  const isNumeric = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text)
  return isNumeric && Number.isFinite(Number(text)) ? Number(text) : undefined
}

/** The JSON in a text, if it is of the type. */
function jsonOf(got: unknown, type: string): unknown {
  if (typeof got !== 'string' || !/^\s*[[{]/.test(got)) return undefined
  const parsed = parseJsonText(got)
  return parsed.ok && typeOf(parsed.value) === type ? parsed.value : undefined
}

/** What is alone in an object of one key or a list of one, if it is of the type. */
function onlyInner(got: unknown, type: string): unknown {
  if (typeof got !== 'object' || got === null) return undefined
  const inner = Object.values(got)
  return inner.length === 1 && typeOf(inner[0]) === type ? inner[0] : undefined
}

/** The option a value means, but for case, spaces and punctuation. */
function sameOption(got: unknown, options: readonly unknown[]): unknown {
  if (typeof got !== 'string' && typeof got !== 'number' && typeof got !== 'boolean') return undefined
  const letters = lettersOf(got)
  const same = options.filter((option) => option !== undefined && lettersOf(option) === letters)
  return same.length === 1 && letters !== '' ? same[0] : undefined
}

function lettersOf(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The name of a value's type as the schema's issues spell it; `undefined` is what is not there. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

export function valueAt(value: unknown, path: Path): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<PropertyKey, unknown>)[key]
  }
  return at
}

/** Models write null for what is not there; a schema says so by leaving it out. */
function dropNull(draft: Draft, path: Path): boolean {
  const parent = containerAt(draft, path)
  const key = path.at(-1)
  if (key === undefined || !parent || Array.isArray(parent)) return false
  return Reflect.deleteProperty(parent, key)
}

function replaceAt(draft: Draft, path: Path, value: unknown): boolean {
  const key = path.at(-1)
  if (key === undefined) {
    draft.value = value
    return true
  }
  const parent = containerAt(draft, path)
  return parent !== undefined && setOwn(parent, key, value)
}

/** Never through a setter: a key may be `__proto__`. */
function setOwn(container: object, key: PropertyKey, value: unknown): boolean {
  return Reflect.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true })
}

/** The container of the last key of a path, in the draft's own copy. */
function containerAt(draft: Draft, path: Path): object | undefined {
  let at = own(draft, draft.value)
  draft.value = at
  for (const key of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    const child = own(draft, (at as Record<PropertyKey, unknown>)[key])
    setOwn(at, key, child)
    at = child
  }
  return typeof at === 'object' && at !== null ? at : undefined
}

function own(draft: Draft, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || draft.copies.has(value)) return value
  const copy = Array.isArray(value) ? [...value] : { ...value }
  draft.copies.add(copy)
  return copy
}
