import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { GyreError } from '../errors.ts'
import type { JsonSchema } from '../json.ts'
import { schemaOfJson } from './json-schema.ts'

const endless = '^(([^`])+)+$'
const longText = `${'a'.repeat(5000)}\``

const takes = (schema: JsonSchema, value: unknown) => schemaOfJson(schema).safeParse(value).success

function thrownBy(schema: JsonSchema): GyreError | undefined {
  try {
    schemaOfJson(schema)
    return undefined
  } catch (error) {
    return error as GyreError
  }
}

describe('a schema from outside', () => {
  it('checks patterns that are surely quick', () => {
    const schema = { type: 'string', pattern: '^[a-z]+$' }
    expect(takes(schema, 'abc')).toBe(true)
    expect(takes(schema, 'ABC')).toBe(false)
  })

  it.each<[string, JsonSchema, unknown]>([
    ['at the top', { type: 'string', pattern: endless }, longText],
    ['in a property', { type: 'object', properties: { a: { type: 'string', pattern: endless } } }, { a: longText }],
    ['in a list of types', { type: ['null', 'string'], pattern: endless }, longText],
    ['in items', { type: 'array', items: { type: 'string', pattern: endless } }, [longText]],
    ['in the first items', { type: 'array', prefixItems: [{ type: 'string', pattern: endless }] }, [longText]],
    ['in what a list contains', { type: 'array', contains: { type: 'string', pattern: endless } }, [longText]],
    ['in an option', { anyOf: [{ type: 'string', pattern: endless }] }, longText],
    ['in one of them', { oneOf: [{ type: 'string', pattern: endless }] }, longText],
    ['in all of them', { allOf: [{ type: 'string', pattern: endless }] }, longText],
    ['in names', { type: 'object', propertyNames: { pattern: endless } }, { [longText]: 1 }],
    [
      'in other properties',
      { type: 'object', additionalProperties: { type: 'string', pattern: endless } },
      { a: longText },
    ],
    ['as a name', { type: 'object', patternProperties: { [endless]: { type: 'null' } } }, { [longText]: 1 }],
    [
      'as a name beside no others',
      { type: 'object', patternProperties: { [endless]: {} }, additionalProperties: false },
      { [longText]: 1 },
    ],
    [
      'under a quick name',
      { type: 'object', patternProperties: { '^a$': { type: 'string', pattern: endless } } },
      { a: longText },
    ],
    ['in a definition', { $ref: '#/$defs/a', $defs: { a: { type: 'string', pattern: endless } } }, longText],
  ])('is without patterns that may take for ever: %s', (_, schema, value) => {
    expect(takes(schema, value)).toBe(true)
  })

  it('still names them to a model', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', description: 'A.', pattern: endless } } }
    expect(z.toJSONSchema(schemaOfJson(schema), { io: 'input' })).toMatchObject({
      type: 'object',
      properties: { a: { type: 'string', description: `A. Pattern: ${endless}` } },
    })
  })

  it('keeps a property that is called `pattern`', () => {
    const schema = { type: 'object', properties: { pattern: { type: 'number' } }, required: ['pattern'] }
    expect(takes(schema, { pattern: 1 })).toBe(true)
    expect(takes(schema, { pattern: 'a' })).toBe(false)
    expect(takes(schema, {})).toBe(false)
  })

  it('checks names that are surely quick to compare', () => {
    const schema = { type: 'object', patternProperties: { '^n_': { type: 'number' } }, additionalProperties: false }
    expect(takes(schema, { n_a: 1 })).toBe(true)
    expect(takes(schema, { n_a: 'x' })).toBe(false)
    expect(takes(schema, { b: 1 })).toBe(false)
  })

  it('fails where a pattern is none', () => {
    expect(thrownBy({ type: 'string', pattern: '(' })?.message).toContain('Invalid regular expression')
  })

  it('checks a schema within itself three times', () => {
    const schema = { type: 'array', items: { $ref: '#' } }
    expect(takes(schema, [[[[]]]])).toBe(true)
    expect(takes(schema, [[['a']]])).toBe(false)
  })

  it.each<[string, JsonSchema]>([
    ['one that is itself', { $ref: '#' }],
    ['two that are each other', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['options of itself', { anyOf: [{ $ref: '#' }, { $ref: '#' }] }],
    [
      'lists of itself, twice',
      {
        anyOf: [
          { type: 'array', items: { $ref: '#' } },
          { type: 'array', items: { $ref: '#' } },
        ],
      },
    ],
  ])('ends with references that go round: %s', (_, schema) => {
    const value: unknown = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`)
    expect(takes(schema, value)).toBe(true)
  })

  it('has in the place of a reference what it leads to, with words and a default of its own', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/definitions/b', description: 'Mine.', default: 'x' } },
      definitions: { b: { type: 'string', description: 'Theirs.' } },
    }
    expect(schemaOfJson(schema).parse({})).toEqual({ a: 'x' })
    expect(z.toJSONSchema(schemaOfJson(schema), { io: 'input' })).toMatchObject({
      properties: { a: { type: 'string', description: 'Mine.', default: 'x' } },
    })
  })

  it.each(['#/$defs/none', 'other.json', '#none', '#/$defs/a/type/x'])('fails where nothing is: %s', ($ref) => {
    expect(thrownBy({ $ref, $defs: { a: { type: 'string' } } })).toMatchObject({ code: 'task-invalid' })
  })

  it('may be nested 64 deep, not 65', () => {
    const nested = (depth: number): JsonSchema => (depth === 0 ? {} : { type: 'array', items: nested(depth - 1) })
    expect(thrownBy(nested(64))).toBeUndefined()
    expect(thrownBy(nested(65))).toMatchObject({ code: 'task-invalid' })
    expect(thrownBy(nested(2000))).toMatchObject({ code: 'task-invalid' })
  })

  it('may have 5 000 parts, not 5 001', () => {
    const choices = (count: number) => ({ enum: Array.from({ length: count }, (_, at) => `c${at}`) })
    expect(thrownBy(choices(4999))).toBeUndefined()
    expect(thrownBy(choices(5000))).toMatchObject({ code: 'task-invalid' })
  })

  it('fails where references multiply', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = { $ref: `#/$defs/d${at + 1}` }
        return [`d${at}`, { anyOf: [next, next] }]
      }),
    )
    const schema = { $ref: '#/$defs/d0', $defs: { ...$defs, d40: { type: 'null' } } }
    expect(thrownBy(schema)).toMatchObject({ code: 'task-invalid' })
  })

  it('has each type once, however often it is named', () => {
    const objects = Array.from({ length: 10 }, () => 'object')
    const nested = (depth: number): JsonSchema => ({
      type: objects,
      ...(depth > 0 && { properties: { a: nested(depth - 1) } }),
    })
    expect(takes(nested(20), { a: { a: {} } })).toBe(true)
  })

  it('refuses a value with more parts than can be looked at', () => {
    const schema = { type: 'array', items: { anyOf: Array.from({ length: 997 }, () => ({ type: 'number' })) } }
    const list = (length: number) => Array.from({ length }, () => 1)
    const [fault] = schemaOfJson(schema).safeParse(list(1001)).error?.issues ?? []
    expect(fault?.message).toBe('expected at most 1001 parts')
    expect(takes(schema, list(1000))).toBe(true)
  })

  it('refuses a text that many slow patterns would have to look through', () => {
    const schema = { anyOf: Array.from({ length: 50 }, () => ({ type: 'string', pattern: '[ab]{500}c' })) }
    const fault = (text: string) => schemaOfJson(schema).safeParse(text).error?.issues[0]?.message
    expect(fault('a'.repeat(20_000))).toBe('expected at most 15 parts')
    expect(fault('a'.repeat(400))).toBe('Invalid input')
  })
})
