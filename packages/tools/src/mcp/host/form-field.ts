/** One field of a form that a server wants filled in: how it is asked for, and how an answer is read. */
import type { Json, JsonObject } from '@gyre/core'
import { shownToPerson } from './question-text.ts'

export type FieldValue = string | number | boolean | readonly string[]

export type Reading = { readonly ok: true; readonly value: FieldValue } | { readonly ok: false; readonly why: string }

export type FormField = {
  readonly key: string
  readonly question: string
  /** When one of a few answers is wanted. */
  readonly choices?: readonly string[]
  readonly isRequired: boolean
  /** What is sent when the person leaves the field out. */
  readonly fallback: FieldValue | undefined
  read(answer: string): Reading
}

type Option = { readonly value: string; readonly title: string }

/** How the values of a kind of field are asked for and read. */
type Kind = {
  readonly wanted: string
  readonly options?: readonly Option[]
  read(answer: string): Reading
}

export function formField(key: string, schema: JsonObject, isRequired: boolean): FormField {
  const kind = kindOf(schema)
  const fallback = schema['default'] as FieldValue | undefined
  const title = shownToPerson(String(schema['title'] ?? key))
  const description = schema['description'] === undefined ? '' : `\n${shownToPerson(String(schema['description']))}`
  const presence = isRequired ? 'required' : 'may be skipped'
  const preset = fallback === undefined ? '' : `; skipped, it is ${JSON.stringify(fallback)}`
  return {
    key,
    question: `${title} (${kind.wanted}, ${presence}${preset})${description}`,
    ...(kind.options && { choices: kind.options.map(({ title: each }) => each) }),
    isRequired,
    fallback,
    read: kind.read,
  }
}

function kindOf(schema: JsonObject): Kind {
  if (schema['type'] === 'array') return several(schema)
  const options = optionsOf(schema)
  if (options.length > 0) return oneOf(options)
  if (schema['type'] === 'boolean') return yesOrNo
  return schema['type'] === 'number' || schema['type'] === 'integer' ? numeric(schema) : text(schema)
}

/** The values of an enum with their titles, in each of the ways the protocol has had so far. */
function optionsOf(schema: JsonObject): readonly Option[] {
  const titled = schema['oneOf'] ?? schema['anyOf']
  if (Array.isArray(titled)) {
    return distinct(titled.map((each) => ({ value: String(each.const), title: String(each.title ?? each.const) })))
  }
  const { enum: values, enumNames: names } = schema
  if (!Array.isArray(values)) return []
  return distinct(values.map((each, index) => ({ value: String(each), title: String(at(names, index) ?? each) })))
}

function at(list: Json | undefined, index: number): Json | undefined {
  return Array.isArray(list) ? list[index] : undefined
}

/** Two options with one title could not be told apart: then they are called by their values. */
function distinct(options: readonly Option[]): readonly Option[] {
  const shown = options.map(({ value, title }) => ({ value, title: shownToPerson(title) }))
  return new Set(shown.map(({ title }) => title)).size === shown.length
    ? shown
    : shown.map(({ value }) => ({ value, title: value }))
}

function chosen(answer: string, options: readonly Option[]): Option | undefined {
  const asked = answer.trim().toLowerCase()
  const isIt = (text: string) => text.toLowerCase() === asked
  return options.find(({ title }) => isIt(title)) ?? options.find(({ value }) => isIt(value))
}

const titles = (options: readonly Option[]) => options.map(({ title }) => title).join(', ')

function oneOf(options: readonly Option[]): Kind {
  return {
    wanted: 'one of the choices',
    options,
    read: (answer) => {
      const option = chosen(answer, options)
      return option ? { ok: true, value: option.value } : { ok: false, why: `choose one of ${titles(options)}` }
    },
  }
}

function several(schema: JsonObject): Kind {
  const options = optionsOf((schema['items'] ?? {}) as JsonObject)
  const least = Number(schema['minItems'] ?? 0)
  const most = Number(schema['maxItems'] ?? options.length)
  const wanted = `${least} to ${most} of ${titles(options)}, with commas between them`
  return {
    wanted,
    read: (answer) => {
      const parts = answer.split(',').filter((part) => part.trim() !== '')
      const found = new Set(parts.map((part) => chosen(part, options)?.value))
      if (found.has(undefined) || found.size < least || found.size > most) return { ok: false, why: `choose ${wanted}` }
      return { ok: true, value: [...found] as string[] }
    },
  }
}

const yesOrNo: Kind = oneOfTruths()

function oneOfTruths(): Kind {
  const options = ['yes', 'no'].map((each) => ({ value: each, title: each }))
  const truths: Readonly<Record<string, boolean>> = {
    yes: true,
    y: true,
    true: true,
    no: false,
    n: false,
    false: false,
  }
  return {
    wanted: 'yes or no',
    options,
    read: (answer) => {
      const value = truths[answer.trim().toLowerCase()]
      return value === undefined ? { ok: false, why: 'answer yes or no' } : { ok: true, value }
    },
  }
}

function numeric(schema: JsonObject): Kind {
  const isWhole = schema['type'] === 'integer'
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema as Record<string, number>
  // Some schemas spell out the largest numbers there are.
  const isBound = (limit: number) => Math.abs(limit) < Number.MAX_SAFE_INTEGER
  const from = isBound(minimum) ? ` from ${minimum}` : ''
  const to = isBound(maximum) ? ` up to ${maximum}` : ''
  const wanted = `a ${isWhole ? 'whole ' : ''}number${from}${to}`
  return {
    wanted,
    read: (answer) => {
      const value = answer.trim() === '' ? Number.NaN : Number(answer)
      const isFit =
        Number.isFinite(value) && value >= minimum && value <= maximum && (!isWhole || Number.isInteger(value))
      return isFit ? { ok: true, value } : { ok: false, why: `answer with ${wanted}` }
    },
  }
}

const formats: Readonly<Record<string, { readonly wanted: string; isFit(text: string): boolean }>> = {
  email: { wanted: 'an email address', isFit: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) },
  uri: { wanted: 'an address such as `https://example.com`', isFit: (text) => URL.canParse(text) },
  date: { wanted: 'a date such as 2026-01-31', isFit: (text) => isDate(text, /^\d{4}-\d{2}-\d{2}$/) },
  'date-time': {
    wanted: 'a time such as 2026-01-31T12:00:00Z',
    isFit: (text) => isDate(text, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/i),
  },
}

function isDate(text: string, form: RegExp): boolean {
  if (!form.test(text) || Number.isNaN(Date.parse(text))) return false
  // A day that does not exist is read as one of the next month.
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function text(schema: JsonObject): Kind {
  const least = Number(schema['minLength'] ?? 0)
  const most = Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY)
  const format = formats[String(schema['format'])]
  const bounds = [
    ...(least > 0 ? [`at least ${least}`] : []),
    ...(Number.isFinite(most) ? [`at most ${most}`] : []),
  ].join(' and ')
  const wanted = `${format?.wanted ?? 'a text'}${bounds === '' ? '' : ` of ${bounds} characters`}`
  return {
    wanted,
    read: (answer) => {
      const isFit = answer.length >= least && answer.length <= most && (format?.isFit(answer.trim()) ?? true)
      if (!isFit) return { ok: false, why: `answer with ${wanted}` }
      return { ok: true, value: format ? answer.trim() : answer }
    },
  }
}
