import { describe, expect, it } from 'vitest'
import type { Json } from '../../json.ts'
import { formOf, schemaAt } from './argument-form.ts'

const number = { type: 'number' }
const text = { type: 'string' }

describe('the form of an argument', () => {
  it.each<[Json | undefined, string]>([
    [text, 'text'],
    [number, 'scalar'],
    [{ type: 'integer' }, 'scalar'],
    [{ type: 'boolean' }, 'scalar'],
    [{ type: ['number', 'null'] }, 'scalar'],
    [{ anyOf: [number, { type: 'null' }] }, 'scalar'],
    [{ oneOf: [number, { anyOf: [text] }] }, 'text'],
    [{ type: 'object' }, 'any'],
    [{}, 'any'],
    [true, 'any'],
    [undefined, 'any'],
  ])('that %j asks for is %s', (schema, form) => {
    expect(formOf(schema)).toBe(form)
  })
})

describe('the schema of an entry', () => {
  const schema = { properties: { a: number }, additionalProperties: text, items: { type: 'boolean' } }

  it.each<[Json | undefined, string | number, Json | undefined]>([
    [schema, 'a', number],
    [schema, 'b', text],
    [schema, 3, { type: 'boolean' }],
    [{ anyOf: [{ type: 'null' }, schema] }, 'a', number],
    [{ properties: {}, additionalProperties: false }, 'constructor', undefined],
    [{ properties: { 0: number } }, 0, undefined],
    [undefined, 'a', undefined],
  ])('%j says about %s is %j', (around, key, inner) => {
    expect(schemaAt(around, key)).toEqual(inner)
  })
})
