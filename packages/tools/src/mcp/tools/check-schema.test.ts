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
    ['a type nobody knows', { type: 'object', properties: { a: { type: 'decimal' } } }, { a: 1 }],
  ] as const)('leaves %s to the server', (_, schema, value) => {
    expect(fits(schema, value)).toBe(true)
  })

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
          checkSchema(schema as JsonSchema)
        },
      ),
    )
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
