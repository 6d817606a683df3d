import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLooseDecision, readLooseInput, readLoosePlan, readLooseText, refusalIn } from './loose-reply.ts'

const tool = {
  name: 'web.search',
  description: '',
  input: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
}
const none = new Set<string>()

describe('a plan in other words', () => {
  it.each([
    ['skill_name and query', { steps: [{ skill_name: 'web.search', query: 'ferry' }] }, 'ferry'],
    ['name and description', { steps: [{ name: 'web.search', description: 'ferry' }] }, undefined],
    ['a tool in step', { steps: [{ step: 'web.search', reason: 'ferry' }] }, undefined],
    ['args', { steps: [{ tool: 'web.search', goal: 'ferry', args: { query: 'f' } }] }, { query: 'f' }],
    ['a plan key', { plan: [{ tool: 'web.search', task: 'ferry' }] }, undefined],
    ['a plan in a plan', { plan: { steps: [{ tool: 'web.search', goal: 'ferry' }] } }, undefined],
    ['a bare list', [{ tool: 'web.search', input: 'ferry' }], 'ferry'],
  ])('with %s is read', (_, value, input) => {
    const steps = [{ id: '1', tool: 'web.search', goal: 'ferry', ...(input !== undefined && { input }) }]
    expect(readLoosePlan(JSON.stringify(value), none)).toEqual({ steps })
  })

  it('gets ids that are free, and keeps those it has, its needs and the working memory', () => {
    const steps = [{ tool: 'a' }, { id: '2', tool: 'b', needs: ['1'] }, { tool: 'c' }]
    const text = `\`\`\`json\n${JSON.stringify({ steps, working_memory: 'So far.' })}\n\`\`\``
    expect(readLoosePlan(text, new Set(['1']))).toEqual({
      steps: [
        { id: '3', tool: 'a', goal: 'a' },
        { id: '2', tool: 'b', goal: 'b', needs: ['1'] },
        { id: '4', tool: 'c', goal: 'c' },
      ],
      working_memory: 'So far.',
    })
  })

  it('is none where the planner refuses, and the reason is known', () => {
    const text = '{"error": "There is no such ferry.", "working_memory": "x"}'
    expect(readLoosePlan(text, none)).toBeUndefined()
    expect(refusalIn(text)).toBe('There is no such ferry.')
  })
})

describe('a decision in other words', () => {
  it('has its action under another key, and its plan', () => {
    const text = JSON.stringify({ decision: 'Ask user', plan: [{ tool: 'a' }] })
    expect(readLooseDecision(text, none)).toMatchObject({
      action: 'ask_user',
      new_plan: [{ id: '1', tool: 'a', goal: 'a' }],
    })
  })

  it('is never made up', () => {
    expect(readLooseDecision('{"confidence": 1}', none)).toEqual({ confidence: 1, action: '' })
    expect(readLooseDecision('Continue!', none)).toBeUndefined()
  })
})

describe('input in other words', () => {
  it.each([
    ['{"input": "ferry times", "working_memory": "x"}', { query: 'ferry times' }],
    ['{"input": "{\\"query\\": \\"ferry\\"}"}', { query: 'ferry' }],
    ['{"arguments": {"query": "ferry"}}', { query: 'ferry' }],
    ['{"query": "ferry"}', { query: 'ferry' }],
  ])('is read from %s', (text, input) => {
    expect(readLooseInput(text, tool)).toMatchObject({ input })
  })
})

describe('a compressed text', () => {
  it.each([
    ['plain', 'It leaves at nine.'],
    ['fenced', '```\nIt leaves at nine.\n```'],
    ['fenced JSON', '```json\n{"answer": "It leaves at nine."}\n```'],
    ['after thinking', '<think>Hm.</think>It leaves at nine.'],
  ])('is read when it is %s', (_, text) => {
    expect(readLooseText(text)).toEqual({ compressed: 'It leaves at nine.' })
  })

  it.each(['', '{"compressed": "It leav', '{"a": "x", "b": "y"}', '{"compressed": 7}'])(
    'is not read from %j',
    (text) => {
      expect(readLooseText(text)).toBeUndefined()
    },
  )
})

describe('whatever a model says', () => {
  it('is read, or not, but breaks nothing', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"steps":',
      '"input":',
      '"tool":"a"',
      ',',
      '```',
      '\n',
      '<think>',
      'x',
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
      fc.json(),
      fc
        .record({ steps: fc.json().map((each) => JSON.parse(each)), working_memory: fc.string() })
        .map((each) => JSON.stringify(each)),
    )
    fc.assert(
      fc.property(text, (said) => {
        const plan = readLoosePlan(said, none)
        if (plan) expect(Array.isArray(plan['steps'])).toBe(true)
        readLooseDecision(said, none)
        readLooseInput(said, tool)
        const compressed = readLooseText(said)?.compressed
        if (compressed !== undefined) expect(typeof compressed).toBe('string')
        expect(typeof refusalIn(said)).toBe('string')
      }),
      { numRuns: 300 },
    )
  })
})
