import { describe, expect, it } from 'vitest'
import { resultOf } from '../../../../../test/support/task-results.ts'
import { orderedChecks, type Standing } from './gap-order.ts'
import { gapTypeOf } from './gap-type.ts'

const leak = 'I cannot access the web.'
const standing = (more: Partial<Standing> = {}): Standing => ({
  results: [resultOf()],
  earlier: [],
  answer: 'It is 70.',
  isDisputed: false,
  leftOut: '',
  gapBefore: '',
  tokens: 10,
  tokenGuard: 100,
  ...more,
})

describe('the order of the checks', () => {
  const all = standing({ results: [resultOf({ output: leak, effects: ['book'] })], tokens: 100, leftOut: 'x' })

  it('begins with a side effect, which closes no gap', () => {
    const gap = `Task 1 was not done: How old is it? Its expert said: ${leak}`
    expect(orderedChecks(all)).toEqual({ is: 'side-effect', tools: ['book'], gap })
    const [done, undone] = [
      resultOf({ effects: ['book', 'pay'] }),
      resultOf({ id: '2', output: null, effects: ['book'] }),
    ]
    expect(orderedChecks(standing({ results: [done] }))).toEqual({ is: 'side-effect', tools: ['book', 'pay'], gap: '' })
    expect(orderedChecks(standing({ results: [done], leftOut: 'R?' }))).toMatchObject({ gap: 'R?' })
    expect(orderedChecks(standing({ results: [done, undone] }))).toMatchObject({
      gap: 'Task 2 gave nothing: How old is it? (answered)',
    })
    expect(orderedChecks(standing({ results: [undone] }))).toMatchObject({
      is: 'side-effect',
      gap: 'No task gave anything: How old is it? (answered)',
    })
  })

  it('does not know whether a side effect closed the gap of the round before', () => {
    const done = standing({ results: [resultOf({ effects: ['book'] })], gapBefore: 'the price' })
    const effect = { is: 'side-effect', tools: ['book'] }
    expect(orderedChecks(done)).toEqual({ ...effect, gap: '', isOpen: true })
    expect(orderedChecks({ ...done, tokens: 100 })).toEqual({ ...effect, gap: 'the price' })
    expect(orderedChecks({ ...done, leftOut: 'R?' })).toEqual({ ...effect, gap: 'R?' })
  })

  it('goes on with what an expert admitted, before short answers and the guard', () => {
    const admitted = { ...all, results: [resultOf({ output: leak })] }
    expect(orderedChecks(admitted)).toEqual({
      is: 'gap',
      by: 'admission',
      gap: `Task 1 was not done: How old is it? Its expert said: ${leak}`,
    })
  })

  it('then comes a short answer of which all are sure, before the guard', () => {
    expect(orderedChecks(standing({ tokens: 100 }))).toEqual({ is: 'complete', why: 'short' })
  })

  it('then the guard, with what is known to be missing', () => {
    const answer = 'It is about seventy years old now.'
    expect(orderedChecks(standing({ answer, tokens: 100 }))).toEqual({ is: 'guard', gap: '' })
    expect(orderedChecks(standing({ answer, tokens: 100, leftOut: 'R?' }))).toEqual({ is: 'guard', gap: 'R?' })
    expect(orderedChecks(standing({ answer, tokens: 99 }))).toEqual({ is: 'open' })
  })

  it('takes the gap of the round before for open at the guard, unless a newer one is known', () => {
    const late = standing({ answer: 'It is about seventy years old now.', tokens: 100, gapBefore: 'the year' })
    expect(orderedChecks(late)).toEqual({ is: 'guard', gap: 'the year' })
    const unsure = [resultOf({ confidence: 'low', gaps: 'the month' }), resultOf({ confidence: 'medium', gaps: 'x' })]
    expect(orderedChecks({ ...late, results: unsure })).toEqual({
      is: 'guard',
      gap: 'Task 1 is not sure, and lacks: the month',
    })
    const undone = resultOf({ id: '2', output: null, outcome: 'failed' })
    expect(orderedChecks({ ...late, results: [resultOf(), undone] })).toEqual({
      is: 'guard',
      gap: 'Task 2 gave nothing: How old is it? (failed)',
    })
  })

  it('finds a gap where no task gave anything', () => {
    const results = [resultOf({ output: null, outcome: 'stuck:unreadable' })]
    expect(orderedChecks(standing({ results }))).toMatchObject({ is: 'gap', by: 'nothing' })
    expect(orderedChecks(standing({ results, gapBefore: 'the year' }))).toEqual({
      is: 'gap',
      by: 'nothing',
      gap: 'No task gave anything: How old is it? (stuck:unreadable)\nthe year',
    })
  })

  it('takes no word of a sure expert for an admission that is the answer', () => {
    const results = [
      resultOf({ question: 'Translate “I cannot find my keys”.', output: 'No puedo encontrar mis llaves.' }),
    ]
    expect(orderedChecks(standing({ results }))).toEqual({ is: 'complete', why: 'short' })
  })

  it('takes no word of a page for an admission', () => {
    const results = [resultOf({ kind: 'web', output: leak, confidence: 'medium' })]
    expect(orderedChecks(standing({ results }))).toEqual({ is: 'open' })
  })

  it.each([null, 'It is 70.'])('names no gap without end (output %j)', (output) => {
    const question = 'q'.repeat(300)
    const results = Array.from({ length: 50 }, (_, index) => resultOf({ id: `${index}`, question, output: null }))
    const checks = orderedChecks(standing({ results: [...results, resultOf({ output })], tokens: 100 }))
    const { gap } = { gap: '', ...checks }
    expect(gap).toContain('characters left out')
    expect(gap.length).toBeLessThan(2_100)
  })

  it.each<[why: string, more: Partial<Standing>]>([
    ['has six words', { answer: 'It is about seventy years old.' }],
    ['is not known', { answer: 'It is not known.' }],
    ['is empty', { answer: ' ' }],
    ['is disputed', { isDisputed: true }],
    ['lacks tasks', { leftOut: 'R?' }],
    ['is from one who is less sure', { results: [resultOf(), resultOf({ confidence: 'medium' })] }],
    ['is from one who lacks something', { results: [resultOf({ gaps: 'the month' })] }],
    ['is without what a task was for', { results: [resultOf(), resultOf({ output: null })] }],
    [
      'rests on one of an earlier round who is less sure',
      { earlier: [resultOf({ kind: 'web', confidence: 'medium' })] },
    ],
  ])('is not content with a short answer that %s', (_, more) => {
    expect(orderedChecks(standing(more))).toEqual({ is: 'open' })
  })
})

describe('a short answer of a later round', () => {
  it('is enough when those of earlier rounds are as sure, or gave nothing', () => {
    const earlier = [resultOf(), resultOf({ output: null, confidence: 'low' })]
    expect(orderedChecks(standing({ earlier }))).toEqual({ is: 'complete', why: 'short' })
  })
})

describe('gapTypeOf', () => {
  const facts = { results: [resultOf()], isDisputed: false }

  it.each([
    ['The expert could not find the year.', 'expert_failure'],
    ['The page timed out.', 'tool_failure'],
    ['The search failed, and the year is missing.', 'tool_failure'],
    ['Two sources contradict each other.', 'contradiction'],
    ['It answers a different question.', 'scope_drift'],
    ['The year is missing.', 'context_gap'],
    ['It is ambiguous: which bridge is meant?', 'spec_gap'],
    ['the year', 'context_gap'],
  ])('takes %j for a gap of type %s', (gap, type) => expect(gapTypeOf(gap, facts)).toBe(type))

  it('goes by what happened where the words say nothing', () => {
    const failed = [{ tool: 'web.fetch', input: '{}', quality: 'failed' as const }]
    expect(gapTypeOf('the year', { ...facts, results: [resultOf({ output: null })] })).toBe('expert_failure')
    expect(gapTypeOf('the year', { ...facts, results: [resultOf({ calls: failed })] })).toBe('tool_failure')
    expect(gapTypeOf('the year', { ...facts, isDisputed: true })).toBe('contradiction')
  })
})
