import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLoosePlan } from './loose-plan.ts'
import { planSchema } from './schema.ts'

const tools = [
  { name: 'look', description: 'Looks.', input: { properties: { name: { type: 'string' } }, required: ['name'] } },
]
const read = (value: unknown) => readLoosePlan(typeof value === 'string' ? value : JSON.stringify(value), tools)
const look = { id: 'a', tool: 'look', args: { name: 'x' } }

describe('a loosely written plan', () => {
  it.each([
    ['null tools', { status: 'done', tools: null }, { status: 'done', action: '', tools: [] }],
    ['a name', { tools: [{ id: 'a', name: 'look', input: { name: 'x' } }] }, { tools: [look] }],
    ['arguments', { tools: [{ id: 'a', tool: 'look', arguments: { name: 'x' } }] }, { tools: [look] }],
    ['parameters', { tools: [{ id: 'a', tool: 'look', parameters: { name: 'x' } }] }, { tools: [look] }],
    ['arguments as JSON text', { tools: [{ id: 'a', tool: 'look', args: '{"name":"x"}' }] }, { tools: [look] }],
    ['the one text of a tool', { tools: [{ id: 'a', tool: 'look', args: 'x' }] }, { tools: [look] }],
    ['a function', { tools: [{ id: 'a', function: { name: 'look', arguments: '{"name":"x"}' } }] }, { tools: [look] }],
    ['one call', { tools: { ...look } }, { tools: [look] }],
    ['a bare list', [look], { status: 'continue', tools: [look] }],
    ['a wrapper', { plan: { status: 'done', tools: [] } }, { status: 'done', tools: [] }],
    ['no ids', { tools: [{ tool: 'look', args: { name: 'x' } }] }, { tools: [{ ...look, id: 'call-1' }] }],
    ['numbers', { tools: [{ ...look, id: 1, needs: 2 }] }, { tools: [{ ...look, id: '1', needs: ['2'] }] }],
    ['another word for the end', { status: 'Finished', tools: [] }, { status: 'done', tools: [] }],
    [
      'a mapping of what is missing',
      { missing: { when: 'Which day?' } },
      { missing: [{ name: 'when', question: 'Which day?' }] },
    ],
    ['names of what is missing', { missing: ['when'] }, { missing: [{ name: 'when', question: 'when' }] }],
    ['keys that nobody asked for', { status: 'done', tools: [], mood: 'good' }, { status: 'done', tools: [] }],
  ])('may have %s', (_, written, plan) => {
    const found = read(written)
    expect(found).toMatchObject(plan)
    expect(planSchema.safeParse(found).success).toBe(true)
  })

  it('that says neither what to do nor that it is done is none', () => {
    expect(planSchema.safeParse(read({ action: 'Thinking.', tools: [] })).success).toBe(false)
    expect(planSchema.safeParse(read({ status: 'perhaps', tools: [] })).success).toBe(false)
  })

  it('is not found in prose, nor where it was cut off', () => {
    expect(read('I would look around.')).toBeUndefined()
    expect(read('{"status":"done","tools":[{"id":"a","tool":"lo')).toBeUndefined()
  })

  it('is read or not, but never fails', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        readLoosePlan(text, tools)
      }),
    )
  })
})
