import type { JsonSchema } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import type { Answer, Findings } from '../decision.ts'
import { fillSchema } from './schema-filling.ts'

function answer(text: string, findings: Partial<Findings> = {}): Answer {
  return {
    kind: 'answer',
    thought: 'I see.',
    text,
    findings: { isKnown: true, question: 'Well?', results: [], ...findings },
  }
}

const one = answer('17 * 6 = 102', { results: [{ expression: '17 * 6', value: 102 }] })
const two = answer('2 + 2 = 4 and 3 * 3 = 9', {
  results: [
    { expression: '2 + 2', value: 4 },
    { expression: '3 * 3', value: 9 },
  ],
})
const yes = answer('Yes: 2 + 2 = 4', { truth: true })
const choice = answer('2^10 = 1024 and 10^3 = 1000, so 2^10 is larger.', { choice: '2^10' })
const unknown = answer('I am the offline demo model.', { isKnown: false })

const object = (properties: JsonSchema, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})
const [text, number] = [{ type: 'string' }, { type: 'number' }]

describe('fillSchema', () => {
  it.each<[string, JsonSchema, Answer, unknown]>([
    ['a number', number, one, 102],
    ['a text', text, one, '17 * 6 = 102'],
    ['a text of digits', { type: 'string', pattern: '^\\d+$' }, one, '102'],
    ['a truth', { type: 'boolean' }, yes, true],
    ['a verdict', { enum: ['yes', 'no'] }, yes, 'yes'],
    ['a choice', { enum: ['10^3', '2^10'] }, choice, '2^10'],
    ['a constant', { const: 'x' }, unknown, 'x'],
    ['one of several types', { type: ['null', 'number'] }, one, 102],
    ['one of several schemas', { anyOf: [{ type: 'boolean' }, number] }, one, 102],
    ['a list of numbers', { type: 'array', items: number }, two, [4, 9]],
    ['a list of texts', { type: 'array', items: text }, two, ['2 + 2 = 4', '3 * 3 = 9']],
    ['a reference', { $ref: '#/$defs/n', $defs: { n: number } }, one, 102],
    ['numbers in their order', object({ first: number, second: number }), two, { first: 4, second: 9 }],
    [
      'properties by their names',
      object({
        answer: text,
        expression: text,
        reasoning: text,
        question: text,
        confidence: number,
        sources: { type: 'array' },
      }),
      one,
      {
        answer: '17 * 6 = 102',
        expression: '17 * 6',
        reasoning: 'I see.',
        question: 'Well?',
        confidence: 1,
        sources: [],
      },
    ],
  ])('fills in %s', (_, schema, from, value) => {
    expect(fillSchema(schema, from)).toEqual(value)
  })

  it.each<[string, JsonSchema, unknown]>([
    ['a text', object({ answer: text }), { answer: 'I am the offline demo model.' }],
    ['null', object({ answer: { type: ['number', 'null'] } }), { answer: null }],
    [
      'what may be left out',
      object({ answer: text, value: number }, ['answer']),
      { answer: 'I am the offline demo model.' },
    ],
    ['an option', { enum: ['red', 'unknown'] }, 'unknown'],
    ['confidence', object({ confidence: number, found: { type: 'boolean' } }), { confidence: 0, found: false }],
  ])('says by %s that it does not know', (_, schema, value) => {
    expect(fillSchema(schema, unknown)).toEqual(value)
  })

  it.each<[string, JsonSchema, Answer]>([
    ['number', object({ value: number }), unknown],
    ['number that is one of two', number, two],
    ['number within bounds', { type: 'integer', maximum: 100 }, one],
    ['truth', { type: 'boolean' }, one],
    ['option', { enum: ['red', 'blue'] }, unknown],
    ['date', { type: 'string', format: 'date' }, one],
    ['list', { type: 'array', items: number, minItems: 1 }, unknown],
    ['end', { $ref: '#/$defs/a', $defs: { a: object({ a: { $ref: '#/$defs/a' } }) } }, one],
  ])('makes up no %s', (_, schema, from) => {
    expect(fillSchema(schema, from)).toBeUndefined()
  })
})
