/** What a schema refuses, in words a model can act on: the field, what was expected, what came. */
import type { z } from 'zod'
import { closestFirst, refusesType, typeOf, valueAt } from './mend.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** More faults than these teach nobody anything. */
const maxFaults = 20
const maxOptions = 12
const shownCharacters = 40

/** One line a fault, such as `steps[1].goal: expected string, got number`. */
export function describeFaults(value: unknown, issues: readonly Issue[]): readonly string[] {
  const faults = [...new Set(issues.flatMap((issue) => describe(value, issue, [])))]
  const more = faults.length - maxFaults
  return more > 0 ? [...faults.slice(0, maxFaults), `and ${more} more`] : faults
}

function describe(value: unknown, issue: Issue, prefix: Path): readonly string[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return describeUnion(value, issue.errors, path)
  return [`${pathText(path)}: ${reasonOf(valueAt(value, path), issue)}`]
}

function describeUnion(value: unknown, branches: readonly (readonly Issue[])[], path: Path): readonly string[] {
  const [closest = []] = closestFirst(branches)
  if (!refusesType(closest)) return closest.flatMap((issue) => describe(value, issue, path))
  const types = branches.map(([issue]) => (issue?.code === 'invalid_type' ? issue.expected : ''))
  return [`${pathText(path)}: expected ${alternatives(types)}, got ${typeName(valueAt(value, path))}`]
}

function reasonOf(got: unknown, issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const isSameType = issue.expected === 'int' && typeof got === 'number'
      return `expected ${issue.expected}, got ${isSameType ? shown(got) : typeName(got)}`
    }
    case 'invalid_value':
      return `expected ${alternatives(issue.values.map(shown))}, got ${shown(got)}`
    case 'invalid_union':
      if (!('options' in issue) || !issue.options) return lowered(issue.message)
      return `expected ${alternatives(issue.options.map(shown))}, got ${shown(got)}`
    case 'unrecognized_keys':
      return `unknown ${issue.keys.length === 1 ? 'key' : 'keys'} ${issue.keys.map((key) => `\`${key}\``).join(', ')}`
    default:
      return lowered(issue.message)
  }
}

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing'
  return Number.isNaN(value) ? 'NaN' : typeOf(value)
}

/** `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  const unique = [...new Set(names)]
  if (unique.length > maxOptions)
    return `${unique.slice(0, maxOptions).join(', ')} or ${unique.length - maxOptions} others`
  const last = unique.pop() ?? 'nothing'
  return unique.length === 0 ? last : `${unique.join(', ')} or ${last}`
}

/** A value in few characters. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'object' && value !== null) return typeOf(value)
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

function lowered(message: string): string {
  const reason = message.replace(/^Invalid input: /, '')
  return reason.charAt(0).toLowerCase() + reason.slice(1)
}

/** `steps[1].goal`. */
export function pathText(path: Path): string {
  let text = ''
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(String(key))) text += text === '' ? String(key) : `.${String(key)}`
    else text += `[${JSON.stringify(String(key))}]`
  }
  return text === '' ? 'value' : text
}
