/** Values of what models and tools write, in words: no brackets, no quotation marks that only a program needs. */
import type { Json, JsonObject } from '@gyre/core'
import { oneLine } from '../ui/one-line.ts'

/** `expression: "17 * 6", people: 2`: what is read at a glance stands first. */
export function fieldsText(fields: JsonObject): string {
  const isLong = ([, value]: readonly [string, unknown]) => typeof value === 'object' && value !== null
  return Object.entries(fields)
    .toSorted((one, other) => Number(isLong(one)) - Number(isLong(other)))
    .map(([name, value]) => `${wordsOf(name)}: ${fieldText(value ?? null)}`)
    .join(', ')
}

/** `goal progress` of `goal_progress`. */
export function wordsOf(name: string): string {
  return name.replaceAll('_', ' ')
}

/** A text is told apart from a number by its marks. */
function fieldText(value: Json): string {
  return typeof value === 'string' ? `"${oneLine(value)}"` : valueText(value)
}

export function valueText(value: Json): string {
  if (isObject(value)) return entryText(value)
  if (!Array.isArray(value)) return typeof value === 'string' ? value.trim() : String(value)
  if (value.length === 0) return 'none'
  if (!value.some(isObject)) return value.map(valueText).join(', ')
  return value.map((each) => valueText(each).replace(/\.$/, '')).join('; ')
}

/** Fields that say what an entry of a list is, whatever else it has. */
const tellingFields = ['goal', 'task', 'topic', 'query', 'question'] as const

/** An entry of a list in as few words as tell it from others. */
function entryText(entry: JsonObject): string {
  const { $ref: referred, tool, args, claim, replacement } = entry
  if (typeof referred === 'string') return `$${referred}`
  if (typeof claim === 'string' && typeof replacement === 'string') return `“${claim}” becomes “${replacement}”`
  const telling = tellingFields.map((name) => entry[name]).find((value) => typeof value === 'string')
  if (typeof telling === 'string') return telling.trim()
  if (typeof tool === 'string') return `${tool}(${isObject(args) ? fieldsText(args) : ''})`
  return (
    firstText(entry) ??
    Object.entries(entry)
      .map(([name, value]) => `${wordsOf(name)} ${valueText(value ?? null)}`)
      .join(', ')
  )
}

/** The first text of an object that is more than a name for programs. */
export function firstText(fields: JsonObject): string | undefined {
  const [, text] = Object.entries(fields).find(([name, value]) => name !== 'id' && typeof value === 'string') ?? []
  return typeof text === 'string' ? text.trim() : undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
