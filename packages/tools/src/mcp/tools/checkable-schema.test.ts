import type { JsonSchema } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { checkableSchema } from './checkable-schema.ts'

const written = (schema: JsonSchema) => checkableSchema(schema)?.schema

describe('what is checked of a schema', () => {
  it.each<[string, JsonSchema, unknown]>([
    ['limits', { type: 'string', minLength: 1, maxLength: 9 }, { type: 'string', minLength: 1, maxLength: 9 }],
    ['no patterns and no formats', { type: 'string', pattern: '^a', format: 'email' }, { type: 'string' }],
    ['no type that nobody knows', { type: ['string', 'decimal'] }, {}],
    ['no empty list of types', { type: [] }, {}],
    ['each type once', { type: ['string', 'string', 'null'] }, { type: ['string', 'null'] }],
    ['no choice with objects in it', { enum: ['a', {}], const: [] }, {}],
    ['plain choices', { enum: ['a', null], const: 1 }, { enum: ['a', null], const: 1 }],
    ['options, of which more than one may fit', { oneOf: [{ type: 'null' }] }, { anyOf: [{ type: 'null' }] }],
    ['what stands there for a schema', { items: true, anyOf: [false] }, { items: true, anyOf: [false] }],
  ])('is made of %s', (_, schema, expected) => {
    expect(written(schema)).toEqual(expected)
  })

  it.each<[JsonSchema, unknown]>([
    [{ type: 'integer' }, { type: 'number', multipleOf: 1 }],
    [
      { type: 'integer', multipleOf: 5 },
      { type: 'number', multipleOf: 5 },
    ],
    [
      { type: 'integer', multipleOf: 0.5 },
      { type: 'number', multipleOf: 1 },
    ],
    [{ type: ['integer', 'null'] }, { type: ['number', 'null'], multipleOf: 1 }],
    [{ type: ['integer', 'number'] }, { type: 'number' }],
    [
      { type: 'number', multipleOf: 0.5 },
      { type: 'number', multipleOf: 0.5 },
    ],
  ])('has whole numbers that are numbers: %j', (schema, expected) => {
    expect(written(schema)).toEqual(expected)
  })

  it('is without names that every object has, and then without a word on other names', () => {
    const a = { type: 'string' }
    const schema = { type: 'object', properties: { a, toString: a, constructor: a }, additionalProperties: false }
    expect(written(schema)).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
    expect(written({ ...schema, properties: { a } })).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    })
  })

  it('has in the place of a reference what it leads to', () => {
    const schema = {
      properties: { a: { $ref: '#/$defs/A' }, b: { $ref: 'other.json' } },
      $defs: { A: { type: 'null' } },
    }
    expect(checkableSchema(schema)).toEqual({ schema: { properties: { a: { type: 'null' }, b: {} } }, size: 5 })
  })

  it('is written out within itself three times', () => {
    expect(written({ type: 'array', items: { $ref: '#' } })).toEqual({
      type: 'array',
      items: { type: 'array', items: { type: 'array', items: { type: 'array', items: {} } } },
    })
  })

  it('counts schemas and choices', () => {
    expect(checkableSchema({ properties: { a: { enum: [1, 2, 3] } }, items: {} })?.size).toBe(6)
  })

  it('is nothing when there are more than 2000 of them', () => {
    const choices = (count: number) => ({ enum: Array.from({ length: count }, (_, index) => index) })
    expect(checkableSchema(choices(1999))?.size).toBe(2000)
    expect(checkableSchema(choices(2000))).toBeUndefined()
  })
})
