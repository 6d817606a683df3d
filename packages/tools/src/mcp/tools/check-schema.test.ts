import type { JsonSchema } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSchema } from './check-schema.ts'

const fits = (schema: JsonSchema, value: unknown) => checkSchema(schema).safeParse(value).success

describe('a schema of a server', () => {
  it.each([
    [{ type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }, { a: 1, more: true }, {}],
    [{ type: 'object', properties: { a: { enum: ['x', 'y'] } } }, { a: 'x' }, { a: 'z' }],
    [{ type: 'object', additionalProperties: false, properties: { a: {} } }, { a: 1 }, { b: 1 }],
    [
      { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string' } } },
      { a: 'x' },
      { a: 1 },
    ],
    [{ type: 'object', properties: { a: { oneOf: [{ type: 'string' }, { type: 'number' }] } } }, { a: 1 }, { a: true }],
    [
      { type: 'object', properties: { pattern: { type: 'string' }, format: { type: 'number' } } },
      { pattern: '(' },
      { pattern: 1 },
    ],
    [
      // Other parts of the schema are as good as definitions.
      { type: 'object', properties: { 'a/b': { type: 'string' }, c: { $ref: '#/properties/a~1b' } } },
      { c: 'x' },
      { c: 1 },
    ],
    [
      { type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } },
      { list: [1] },
      { list: [1.5] },
    ],
  ] as const)('is checked: %j', (schema, good, bad) => {
    expect([fits(schema, good), fits(schema, bad)]).toEqual([true, false])
  })

  it.each([
    [
      'a pattern of a stranger',
      { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      { a: `${'a'.repeat(40)}!` },
    ],
    ['a broken pattern', { type: 'object', properties: { a: { type: 'string', pattern: '(' } } }, { a: 'x' }],
    [
      'comparing the items of a list',
      { type: 'object', properties: { a: { type: 'array', uniqueItems: true } } },
      { a: [1, 1] },
    ],
    ['a format', { type: 'object', properties: { a: { type: 'string', format: 'email' } } }, { a: 'no mail' }],
    ['a condition', { type: 'object', if: { required: ['a'] }, else: { required: ['b'] } }, { c: 1 }],
    ['a negation', { type: 'object', not: { required: ['a'] } }, { a: 1 }],
    [
      'keys that a pattern allows',
      { type: 'object', additionalProperties: false, patternProperties: { '^x': {} } },
      { x1: 1 },
    ],
    [
      'options told apart by patterns',
      {
        type: 'object',
        properties: {
          a: {
            oneOf: [
              { type: 'string', pattern: '^a' },
              { type: 'string', pattern: '^b' },
            ],
          },
        },
      },
      { a: 'ab' },
    ],
    [
      'a schema from elsewhere',
      { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } },
      { a: 1 },
    ],
    ['a choice of objects', { type: 'object', properties: { a: { enum: [{ b: 1 }, 'c'] } } }, { a: { b: 1 } }],
    ['a constant object', { type: 'object', properties: { a: { const: { b: 1 } } } }, { a: { b: 1 } }],
    ['a type nobody knows', { type: 'object', properties: { a: { type: 'decimal' } } }, { a: 1 }],
  ] as const)('leaves %s to the server', (_, schema, value) => {
    expect(fits(schema, value)).toBe(true)
  })

  it.each([
    [1e20, true],
    [-1e300, true],
    [2 ** 53 + 2, true],
    [4, true],
    [1.5, false],
    ['4', false],
  ])('takes whole numbers of any size: %j', (value, isTaken) => {
    expect(fits({ type: 'integer' }, value)).toBe(isTaken)
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'takes an object without `%s`, and one with it',
    (name) => {
      const properties = Object.fromEntries([
        [name, { type: 'string' }],
        ['a', { type: 'number' }],
      ])
      const own = Object.fromEntries([[name, 'x']])
      for (const more of [{}, { additionalProperties: false }, { additionalProperties: { type: 'number' } }]) {
        const schema = { type: 'object', properties, ...more }
        expect([fits(schema, {}), fits(schema, own), fits(schema, { a: 'x' })]).toEqual([true, true, false])
      }
    },
  )

  it('still wants an object where it cannot be checked further', () => {
    expect(fits({ type: 'object', properties: { a: { $ref: 'https://example.com/a' } } }, 'text')).toBe(false)
  })

  it('does not fill in defaults: those are the server’s', () => {
    const schema = { type: 'object', properties: { a: { type: 'number', default: 3 } } }
    expect(checkSchema(schema).parse({})).toEqual({})
  })

  it('takes every value that its keywords were made from', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 3 })), (value) => {
        expect(fits(schemaOf(value), value)).toBe(true)
      }),
    )
  })

  it('is never a crash', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('type', 'properties', '$ref', 'anyOf', 'items', 'enum', 'required', 'const'),
          fc.jsonValue(),
        ),
        (schema) => {
          for (const value of [{}, [], 'text', undefined]) fits(schema as JsonSchema, value)
        },
      ),
    )
  })
})

describe('a schema that would take long to check', () => {
  /** So many definitions, each of which leads to the next one twice. */
  const doubled = (levels: number, twice: (ref: JsonSchema) => JsonSchema): JsonSchema => {
    const steps = Array.from({ length: levels }, (_, level) => [`d${level}`, twice({ $ref: `#/$defs/d${level + 1}` })])
    const $defs = { ...Object.fromEntries(steps), [`d${levels}`]: { type: 'string' } }
    return { type: 'object', properties: { a: { $ref: '#/$defs/d0' }, n: { type: 'number' } }, $defs }
  }
  const nestedBy = (depth: number): unknown => (depth === 0 ? 1 : { a: nestedBy(depth - 1) })
  const object = (a: JsonSchema): JsonSchema => ({ type: 'object', properties: { a } })

  it.each<[string, (ref: JsonSchema) => JsonSchema, unknown]>([
    ['options', (ref) => ({ anyOf: [ref, ref] }), 1],
    ['exclusive options', (ref) => ({ oneOf: [ref, ref] }), 1],
    ['parts', (ref) => ({ allOf: [ref, ref] }), 1],
    ['options that go deeper', (ref) => ({ anyOf: [object(ref), object(ref)] }), nestedBy(16)],
  ])('by its %s is checked without what it refers to, and so at once', (_, twice, value) => {
    const schema = doubled(16, twice)
    expect([fits(schema, { a: value, n: 1 }), fits(schema, { a: value, n: 'x' }), fits(schema, 'x')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('by types that it names twice is checked with each of them once', () => {
    let schema: JsonSchema = { type: 'string' }
    for (let level = 0; level < 15; level++) schema = { ...object(schema), type: ['object', 'object'] }
    expect([fits(schema, {}), fits(schema, nestedBy(15))]).toEqual([true, false])
  })

  it('by what it holds itself wants an object, and no more', () => {
    const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`p${index}`, { type: 'string' }]))
    const schema = { type: 'object', properties }
    expect([fits(schema, { p0: 1 }), fits(schema, 'x')]).toEqual([true, false])
    const fewer = { type: 'object', properties: Object.fromEntries(Object.entries(properties).slice(0, 1000)) }
    expect(fits(fewer, { p0: 1 })).toBe(false)
  })

  it.each<[string, JsonSchema]>([
    ['itself', { $ref: '#' }],
    ['itself among options', { anyOf: [{ $ref: '#' }, { type: 'string' }] }],
    [
      'something that refers to it',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    ],
  ])('for ever, as it refers to %s, takes anything', (_, schema) => {
    expect(fits(schema, { a: 1 })).toBe(true)
  })

  it('with a value that has very many parts is not checked with it', () => {
    const schema = { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } }
    const { error } = checkSchema(schema).safeParse({ list: Array(1000).fill(1) })
    expect(error?.issues.length).toBe(100)
    expect(fits(schema, { list: Array(1_000_000).fill(1) })).toBe(true)
  })

  it('is made when it is first needed', () => {
    let looks = 0
    const schema = {
      get type() {
        looks += 1
        return 'object'
      },
    }
    const check = checkSchema(schema)
    expect(looks).toBe(0)
    expect(check.safeParse({}).success).toBe(true)
    expect(looks).toBeGreaterThan(0)
  })
})

describe('a schema that refers to itself', () => {
  const tree = {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
  }
  const below = (levels: number): unknown => (levels === 0 ? { name: 1 } : { name: 'x', children: [below(levels - 1)] })

  it('is checked three levels deep', () => {
    expect([0, 1, 2, 3, 4, 40].map((levels) => fits(tree, below(levels)))).toEqual([
      ...[false, false, false, false],
      ...[true, true],
    ])
  })
})

/** A schema that describes exactly what a value is made of. */
function schemaOf(value: unknown): JsonSchema {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) return { type: 'array', prefixItems: value.map(schemaOf), pattern: 'x', not: {} }
  if (typeof value !== 'object') return { type: typeof value, format: 'uuid', oneOf: [{}, {}] }
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, each]) => [key, schemaOf(each)])),
    required: entries.map(([key]) => key),
    propertyNames: { maxLength: 0 },
  }
}
