import { assistant, observation, type ToolSpec, user } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { decided } from '../../../test/decided.ts'
import { authorMeasures } from './author-measures.ts'

const tool = (name: string, ...required: string[]): ToolSpec => {
  const properties = Object.fromEntries([...required, 'year', 'country'].map((each) => [each, { type: 'string' }]))
  return { name, description: '', input: { type: 'object', properties, required } }
}
const tools = [
  tool('notes.add', 'text'),
  tool('my.convert', 'value', 'from', 'to'),
  tool('my.between', 'start', 'end'),
  tool('my.holiday', 'name'),
  tool('my.date_hint', 'text'),
]
const decide = (question: string, offered = tools) =>
  decided(authorMeasures, { messages: [user(question)], tools: offered })

describe('units and dates', () => {
  it.each([
    ['Convert 5 km to miles.', 'my.convert', { value: 5, from: 'km', to: 'miles' }],
    ['What is 1,200.5 square feet in m^2?', 'my.convert', { value: 1200.5, from: 'square feet', to: 'm^2' }],
    ['How many feet are in 3 metres?', 'my.convert', { value: 3, from: 'metres', to: 'feet' }],
    ['How many days are there between 1 May and 2026-06-01?', 'my.between', { start: '1 May', end: '2026-06-01' }],
    ['When is Easter 2027?', 'my.holiday', { name: 'Easter', year: 2027 }],
    ['When does Hanukkah begin?', 'my.holiday', { name: 'Hanukkah' }],
    ['Which date is next Friday?', 'my.date_hint', { text: 'next Friday' }],
  ])('are asked of a tool: %s', (question, name, input) => {
    expect(decide(question)).toMatchObject({ kind: 'calls', calls: [{ tool: name, input }] })
  })

  const after = (text: string, error = false) => {
    const input = { value: 5, from: 'km', to: 'miles' }
    const call = assistant([{ type: 'tool-call', id: 'c', tool: 'my.convert', input }])
    const result = observation({ type: 'tool-result', id: 'c', tool: 'my.convert', text, ...(error && { error }) })
    return decided(authorMeasures, { messages: [user('Convert 5 km to miles.'), call, result], tools })
  }

  it('are what the tool says, also that it failed', () => {
    expect(after('5 km = 3.1 mile')).toMatchObject({ text: '5 km = 3.1 mile', findings: { results: [{ value: 3.1 }] } })
    const failed = '`my.convert` failed: No such unit.'
    expect([after('No such unit.', true), after(failed, true)]).toMatchObject([{ text: failed }, { text: failed }])
  })

  it.each([
    'What is 17 * 6?',
    'What is 5 plus 3?',
    'When did the mill burn?',
    'When was Rome founded?',
    'When is Otto Berg seen?',
    'How many people lived there in 1950?',
    'Hello!',
  ])('are not found in `%s`', (question) => {
    expect(decide(question)).toBeUndefined()
  })

  it('are left to others without a tool', () => {
    expect(decide('Convert 5 km to miles.', [])).toBeUndefined()
  })
})
