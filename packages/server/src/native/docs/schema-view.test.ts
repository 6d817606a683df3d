import { describe, expect, it } from 'vitest'
import { exampleOf, fieldsView, type Schema, typeView } from './schema-view.ts'

describe('a type in words', () => {
  it.each<[Schema, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{}, 'any JSON'],
    [{ enum: ['a', 'b'] }, '<code>a</code> | <code>b</code>'],
    [{ const: 'v1' }, '<code>&quot;v1&quot;</code>'],
    [{ $ref: '#/components/schemas/Tool' }, '<a href="#schema-Tool">Tool</a>'],
    [{ type: 'array', items: { type: 'integer' } }, 'list of integer'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'string or integer'],
    [{ type: 'object', properties: { a: {}, b: {} } }, 'object with <code>a</code>, <code>b</code>'],
  ])('%j', (schema, text) => {
    expect(typeView(schema).html).toBe(text)
  })
})

describe('fields', () => {
  it('tell what is required, what is the default and what they mean', () => {
    const { html } = fieldsView({
      properties: { goal: { type: 'string', description: 'The <goal>.' }, limit: { type: 'integer', default: 50 } },
      required: ['goal'],
    })
    expect(html).toContain('<code>goal</code> <abbr title="required">*</abbr></th>')
    expect(html).toContain('The &lt;goal&gt;.')
    expect(html).toContain('integer <small>default <code>50</code></small>')
  })
})

describe('an example', () => {
  it('is the one that was written, else made of the required fields', () => {
    expect(exampleOf({ type: 'object', example: { a: 1 } }, {})).toEqual({ a: 1 })
    const schema: Schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { $ref: '#/components/schemas/B' }, c: { type: 'integer' } },
      required: ['a', 'b'],
    }
    expect(exampleOf(schema, { B: { enum: ['x', 'y'] } })).toEqual({ a: '…', b: 'x' })
  })
})
