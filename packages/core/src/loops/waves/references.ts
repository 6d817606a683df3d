/**
 * References of a call's arguments to results: `{ "$ref": "dates.spans[0].start" }`, or the text `$dates.spans[0].start`.
 *
 * A text is a reference where its call is known, or where it has a path: `$20`, `$1.50` and `$HOME` stay what they are.
 * A `$ref` that points into a schema, such as `#/definitions/a`, or to an address is none, either.
 */
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { type Form, formOf, schemaAt } from './argument-form.ts'

/** The call that is referred to, and where in its result, as it was written: `.spans[0].start`. */
export type Reference = { readonly id: string; readonly path: string }

/** Given what the schema says about the place where it stands, too. */
type Replace = (reference: Reference, schema: Json | undefined) => Json

/** The references in a value, in the order they stand there. */
export function referencesIn(value: Json, known: ReadonlySet<string>): readonly Reference[] {
  const found: Reference[] = []
  replaced(value, known, (reference) => {
    found.push(reference)
    return null
  })
  return found
}

/** The value with other names for calls, and all references in the same form. */
export function withRenamed<T extends Json>(
  value: T,
  known: ReadonlySet<string>,
  names: ReadonlyMap<string, string> = new Map(),
): T {
  return replaced(value, known, ({ id, path }) => ({ $ref: `${names.get(id) ?? id}${path}` })) as T
}

export type Resolved =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly faults: readonly string[] }

/** The result of a call, as a whole in the form that is wanted; undefined when there is none. */
export type ResultOf = (id: string, form: Form) => Json | undefined

/** The value with the parts of results that it refers to, as its schema wants them. */
export function resolveReferences(
  value: Json,
  known: ReadonlySet<string>,
  resultOf: ResultOf,
  schema?: Json,
): Resolved {
  const faults: string[] = []
  const replace: Replace = (reference, wanted) => {
    const form = reference.path === '' ? formOf(wanted) : 'any'
    const part = partOf(reference, resultOf(reference.id, form))
    if (part.ok) return part.value
    faults.push(...part.faults)
    return null
  }
  const resolved = replaced(value, known, replace, schema)
  return faults.length === 0 ? { ok: true, value: resolved } : { ok: false, faults }
}

function replaced(value: Json, known: ReadonlySet<string>, replace: Replace, schema?: Json): Json {
  const reference = readReference(value, known)
  if (reference) return replace(reference, schema)
  if (Array.isArray(value)) {
    return value.map((item, index) => replaced(item, known, replace, schemaAt(schema, index)))
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, entry]) =>
    entry === undefined ? [] : [[key, replaced(entry, known, replace, schemaAt(schema, key))] as const],
  )
  return Object.fromEntries(entries)
}

function readReference(value: Json, known: ReadonlySet<string>): Reference | undefined {
  if (typeof value === 'string') return textReference(value, known)
  const written = isObject(value) && Object.keys(value).length === 1 ? value['$ref'] : undefined
  if (typeof written !== 'string' || /^#|:\/\//.test(written)) return undefined
  const bare = written.trim().replace(/^\$/, '')
  const [id = ''] = /^[^.[]*/.exec(bare) ?? []
  return knownCall(bare, known) ?? { id, path: bare.slice(id.length) }
}

/** One that begins with a digit is money. One with a path whose call is not known is a mistake, and no text to pass on. */
function textReference(text: string, known: ReadonlySet<string>): Reference | undefined {
  if (!/^\$[\p{L}_]/u.test(text)) return undefined
  const bare = text.slice(1)
  const [id] = /^[A-Za-z_][\w-]*(?=[.[]\S*$)/.exec(bare) ?? []
  return knownCall(bare, known) ?? (id === undefined ? undefined : { id, path: bare.slice(id.length) })
}

/** An id may hold dots: the longest that is known is meant. */
function knownCall(written: string, known: ReadonlySet<string>): Reference | undefined {
  for (let end = written.length; end > 0; end -= 1) {
    const isEnd = end === written.length || written[end] === '.' || written[end] === '['
    if (isEnd && known.has(written.slice(0, end))) return { id: written.slice(0, end), path: written.slice(end) }
  }
  return undefined
}

function partOf({ id, path }: Reference, result: Json | undefined): Resolved {
  if (result === undefined) return { ok: false, faults: [`\`${id}\` has no result that could be referred to`] }
  const keys = keysOf(path)
  if (!keys) return { ok: false, faults: [`\`${id}${path}\` cannot be read: write \`${id}.field[0].other\``] }
  let value = result
  let way = id
  for (const key of keys) {
    const inner = entryOf(value, key)
    if (inner === undefined) return { ok: false, faults: [`\`${way}\` has no \`${key}\`: ${contentOf(value)}`] }
    value = inner
    way = `${way}.${key}`
  }
  return { ok: true, value }
}

const segment = /\.([^.[\]]+)|\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]/y

/** The keys of a path; undefined when it is none. */
function keysOf(path: string): readonly string[] | undefined {
  const keys: string[] = []
  segment.lastIndex = 0
  for (let at = 0; at < path.length; at = segment.lastIndex) {
    segment.lastIndex = at
    const match = segment.exec(path)
    if (!match) return undefined
    keys.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')
  }
  return keys
}

function entryOf(value: Json, key: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** More keys than these help nobody. */
const maxKeys = 20

function contentOf(value: Json): string {
  if (Array.isArray(value)) return `it is a list of ${value.length}`
  if (isObject(value)) return keyList(value)
  return typeof value === 'string' ? 'it is a text' : `it is ${JSON.stringify(value)}`
}

function keyList(value: JsonObject): string {
  const keys = Object.keys(value)
  if (keys.length === 0) return 'it is empty'
  const more = keys.length > maxKeys ? ` and ${keys.length - maxKeys} more` : ''
  return `there are ${keys.slice(0, maxKeys).join(', ')}${more}`
}
