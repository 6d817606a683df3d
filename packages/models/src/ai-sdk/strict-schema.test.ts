import { describe, expect, it } from 'vitest'
import { bareSchema, isStrictSchema } from './strict-schema.ts'

const text = { type: 'string' }
const closed = { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false }

describe('isStrictSchema', () => {
  it('takes closed objects whose properties are all required', () => {
    expect(isStrictSchema(closed)).toBe(true)
    expect(isStrictSchema({ ...closed, properties: { a: { type: 'array', items: closed } } })).toBe(true)
  })

  it('refuses an open object and an optional property', () => {
    expect(isStrictSchema({ ...closed, additionalProperties: undefined })).toBe(false)
    expect(isStrictSchema({ ...closed, required: [] })).toBe(false)
  })

  it('looks into everything inside', () => {
    const open = { type: 'object', properties: {} }
    expect(isStrictSchema({ anyOf: [text, open] })).toBe(false)
    expect(isStrictSchema({ ...closed, $defs: { b: open } })).toBe(false)
    expect(isStrictSchema({ ...closed, properties: { a: open } })).toBe(false)
  })

  it('takes a property that is called properties for a name', () => {
    const named = {
      type: 'object',
      properties: { properties: text },
      required: ['properties'],
      additionalProperties: false,
    }
    expect(isStrictSchema(named)).toBe(true)
  })
})

describe('bareSchema', () => {
  it('leaves the mark of the draft out', () => {
    expect(bareSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...text })).toEqual(text)
  })
})
