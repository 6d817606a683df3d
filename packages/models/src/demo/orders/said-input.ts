/** The input of a tool as an order says it: numbers in their order, texts in quotation marks or after a colon. */
import type { Json, JsonObject } from '@gyre/core'

type Field = { readonly name: string; readonly schema: JsonObject; readonly kind: 'number' | 'text' | 'choice' }

/** What a tool needs, each part of it said; undefined when that is not so. */
export function saidInput(order: string, schema: JsonObject): JsonObject | undefined {
  const fields = neededFields(schema)
  if (!fields) return undefined
  const { texts, rest } = partsOf(
    order,
    fields.some(({ kind }) => kind === 'text'),
  )
  const numbers = numbersIn(rest)
  const given = { number: [...numbers], text: [...texts] }
  const values = fields.map(({ name, schema: field, kind }): readonly [string, Json | undefined] => [
    name,
    kind === 'choice' ? chosen(field, rest) : given[kind].shift(),
  ])
  const isWhole = values.every(([, value]) => value !== undefined)
  return isWhole && given.number.length + given.text.length === 0
    ? (Object.fromEntries(values) as JsonObject)
    : undefined
}

/** Undefined when one of them cannot be said in words. */
function neededFields({ properties, required }: JsonObject): readonly Field[] | undefined {
  const names = (Array.isArray(required) ? required : []).map(String)
  const schemas = (properties ?? {}) as Readonly<Record<string, JsonObject>>
  const fields = names
    .filter((name) => !Object.hasOwn(schemas[name] ?? {}, 'default'))
    .map((name) => ({ name, schema: schemas[name] ?? {}, kind: kindOf(schemas[name] ?? {}) }))
  return fields.every((field): field is Field => field.kind !== undefined) ? fields : undefined
}

function kindOf({ type, enum: choices }: JsonObject): Field['kind'] | undefined {
  if (Array.isArray(choices)) return 'choice'
  if (type === 'number' || type === 'integer') return 'number'
  return type === 'string' ? 'text' : undefined
}

const quoted = /“([^”]+)”|"([^"]+)"|«([^»]+)»|`([^`]+)`|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu

/** Where no text is wanted, what stands after a colon may be numbers. */
function partsOf(order: string, wantsText: boolean): { readonly texts: readonly string[]; readonly rest: string } {
  const texts = [...order.matchAll(quoted)].map(([, ...marks]) => marks.find((mark) => mark !== undefined) ?? '')
  if (texts.length > 0) return { texts, rest: order.replace(quoted, ' ') }
  const [head = '', after] = wantsText ? order.split(/:\s+(.*)/su) : [order]
  const text = after?.trim() ?? ''
  return { texts: text === '' ? [] : [text], rest: head }
}

function numbersIn(text: string): readonly number[] {
  const found = text.match(/(?<![\p{L}\p{N}_])-?\d[\d,]*(?:\.\d+)?(?![\p{L}\p{N}_])/gu) ?? []
  return found.map((each) => Number(each.replaceAll(',', '')))
}

/** The one of the values that may be given which is named. */
function chosen({ enum: choices }: JsonObject, text: string): Json | undefined {
  const words: readonly string[] = text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? []
  const named = (Array.isArray(choices) ? choices : []).filter((each) => words.includes(String(each).toLowerCase()))
  return named.length === 1 ? named[0] : undefined
}
