/** Values made by chance from a JSON Schema: most fit it, some miss it by a little, some are nothing like it. */
import type { Json } from '@gyre/core'
import { below } from './chance.ts'

type Schema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly $ref?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** Texts that have broken something somewhere. */
const nasty: readonly Json[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  'a\r\nset-cookie: x=1',
  'x'.repeat(5000),
  'ses_00000000-0000-7000-8000-000000000000',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  -1,
  0,
  1e308,
  -0,
  2 ** 53,
  1.5,
  true,
  null,
  [],
  {},
  [[[[[[[[]]]]]]]],
]

const deepest = 6

export class SchemaValues {
  readonly #random: () => number
  readonly #definitions: Readonly<Record<string, Schema>>

  constructor(random: () => number, definitions: Readonly<Record<string, Schema>> = {}) {
    this.#random = random
    this.#definitions = definitions
  }

  /** A value of a schema; with `mischief` of the time something else stands in its place, at any depth. */
  value(schema: Schema | undefined, mischief: number, depth = 0): Json {
    if (schema === undefined || depth > deepest || this.#random() < mischief) return this.#pick(nasty) ?? null
    const { $ref, enum: words, anyOf, oneOf, allOf } = schema
    if ($ref !== undefined) return this.value(this.#definitions[$ref.split('/').at(-1) ?? ''], mischief, depth + 1)
    if (schema.const !== undefined) return schema.const
    if (words) return this.#pick(words) ?? null
    const either = anyOf ?? oneOf
    if (either) return this.value(this.#pick(either), mischief, depth + 1)
    if (allOf) return Object.assign({}, ...allOf.map((each) => this.value(each, mischief, depth + 1))) as Json
    return this.#ofType(schema, mischief, depth)
  }

  text(): string {
    const value = this.#random() < 0.3 ? this.#pick(nasty) : `word-${below(20, this.#random)}`
    return typeof value === 'string' ? value : JSON.stringify(value)
  }

  #ofType(schema: Schema, mischief: number, depth: number): Json {
    const type = typeof schema.type === 'string' ? schema.type : (this.#pick(schema.type ?? []) ?? 'object')
    if (type === 'string') return this.text()
    if (type === 'boolean') return this.#random() < 0.5
    if (type === 'null') return null
    if (type === 'array') return this.#list(schema, mischief, depth)
    if (type === 'object') return this.#object(schema, mischief, depth)
    const { minimum = 0, maximum = 100 } = schema
    const number = minimum + this.#random() * (Math.min(maximum, 1e6) - minimum)
    return type === 'integer' ? Math.round(number) : number
  }

  #list({ items }: Schema, mischief: number, depth: number): Json {
    return Array.from({ length: below(4, this.#random) }, () => this.value(items, mischief, depth + 1))
  }

  #object({ properties = {}, required = [] }: Schema, mischief: number, depth: number): Json {
    const kept = Object.entries(properties).filter(
      ([name]) => this.#random() < (required.includes(name) ? 1 - mischief / 2 : 0.4),
    )
    const extra = this.#random() < mischief ? [[this.text(), this.#pick(nasty)]] : []
    return Object.fromEntries([...kept.map(([name, each]) => [name, this.value(each, mischief, depth + 1)]), ...extra])
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[below(list.length, this.#random)]
  }
}
