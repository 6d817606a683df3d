/** Texts, numbers, truths and choices out of an answer. Undefined is what the answer does not say. */
import type { Json, JsonObject } from '@gyre/core'
import type { Answer } from '../decision.ts'

/** The name of a property says which of the texts is wanted; the answer itself is the usual one. */
export function stringValue(schema: JsonObject, name: string, answer: Answer): string | undefined {
  const { results, question } = answer.findings
  const [only] = results.length === 1 ? results : []
  const candidates = [named(name, answer), answer.text, ...(only ? [String(only.value)] : []), question]
  return candidates.find((text) => text !== undefined && fits(schema, text))
}

function named(name: string, { thought, text, findings }: Answer): string | undefined {
  const [only] = findings.results.length === 1 ? findings.results : []
  if (/expression|formula|calculation/i.test(name)) return only?.expression
  if (/question|query|task|goal/i.test(name)) return findings.question
  if (/thought|reason|explanation|rationale|critique/i.test(name)) return thought
  if (/value|result|number/i.test(name) && only) return String(only.value)
  return text
}

function fits(schema: JsonObject, text: string): boolean {
  const {
    minLength = 0,
    maxLength,
    pattern,
    format,
  } = schema as {
    readonly [key in 'minLength' | 'maxLength']?: number
  } & { readonly [key in 'pattern' | 'format']?: string }
  if (format !== undefined || text.length < minLength) return false
  if (maxLength !== undefined && text.length > maxLength) return false
  return pattern === undefined || matches(pattern, text)
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}

/** The value of the one result. How sure the model is, it knows exactly. */
export function numberValue(schema: JsonObject, name: string, { findings }: Answer): number | undefined {
  const [only] = findings.results.length === 1 ? findings.results : []
  const value = isMeasure(name) ? Number(findings.isKnown) : only?.value
  return value !== undefined && isWithin(schema, value) ? value : undefined
}

/** Whether a number says how good an answer is, and is no part of it. */
export function isMeasure(name: string): boolean {
  return /confidence|probability|certainty/i.test(name)
}

type Bounds = {
  readonly [key in 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf']?: number
}

function isWithin(schema: JsonObject, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Bounds
  const refuses = [
    schema['type'] === 'integer' && !Number.isInteger(value),
    minimum !== undefined && value < minimum,
    maximum !== undefined && value > maximum,
    exclusiveMinimum !== undefined && value <= exclusiveMinimum,
    exclusiveMaximum !== undefined && value >= exclusiveMaximum,
    multipleOf !== undefined && value % multipleOf !== 0,
  ]
  return !refuses.includes(true)
}

/** What the question asked for; or whether it could be answered, if the name asks that. */
export function truthValue(name: string, { findings }: Answer): boolean | undefined {
  if (/known|solved|success|found|answered|done|complete/i.test(name)) return findings.isKnown
  return findings.truth
}

/** The option that is the answer or is named by it, else one that says that nothing is known. */
export function enumValue(options: readonly Json[], { text, findings }: Answer): Json | undefined {
  const { results, truth, choice } = findings
  const verdicts = truth === undefined ? [] : truth ? ['true', 'yes'] : ['false', 'no']
  const values = results.length === 1 ? results.map(({ value }) => String(value)) : []
  const said = [choice, text, ...verdicts, ...values].flatMap((each) => (each === undefined ? [] : [plain(each)]))
  const named = options.find((option) => said.includes(plain(option)))
  const nothing = options.find((option) => option === null || /^(?:unknown|none|other|n a|unsure)$/.test(plain(option)))
  return named ?? nothing
}

function plain(value: Json): string {
  return String(value)
    .toLowerCase()
    .replace(/[\s_/]+/g, ' ')
    .trim()
}
