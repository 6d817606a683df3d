import { describe, expect, it } from 'vitest'
import { resultOf } from '../../../../../test/support/task-results.ts'
import { admissionIn } from './admission.ts'
import { orderedChecks, type Standing } from './gap-order.ts'
import { gapTypeOf } from './gap-type.ts'

const leak = 'I cannot access the web.'
const standing = (more: Partial<Standing> = {}): Standing => ({
  results: [resultOf()],
  answer: 'It is 70.',
  isDisputed: false,
  leftOut: '',
  tokens: 10,
  tokenGuard: 100,
  ...more,
})

describe('the order of the checks', () => {
  const all = standing({ results: [resultOf({ output: leak, hasEffect: true })], tokens: 100, leftOut: 'x' })

  it('begins with a side effect', () => {
    expect(orderedChecks(all)).toEqual({ is: 'complete', why: 'side-effect' })
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

  it('finds a gap where no task gave anything', () => {
    const results = [resultOf({ output: null, outcome: 'stuck:unreadable' })]
    expect(orderedChecks(standing({ results }))).toMatchObject({ is: 'gap', by: 'nothing' })
  })

  it('takes no word of a page for an admission', () => {
    const results = [resultOf({ kind: 'web', output: leak, confidence: 'medium' })]
    expect(orderedChecks(standing({ results }))).toEqual({ is: 'open' })
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
  ])('is not content with a short answer that %s', (_, more) => {
    expect(orderedChecks(standing(more))).toEqual({ is: 'open' })
  })
})

describe('admissionIn', () => {
  it.each([
    'I cannot browse the internet.',
    'I could not find a source for it.',
    "I'm unable to access that page.",
    'We were not able to verify this.',
    'I don’t have access to live data.',
    'We need to search the web first.',
    'As an AI language model, I cannot see files.',
    'Ich kann das Internet leider nicht durchsuchen.',
    'Ich habe keinen Zugriff auf das Web.',
    'Je ne peux pas accéder à cette page.',
    'Je n’ai pas accès au web.',
    'No puedo buscar en la web.',
    'No tengo acceso a esos datos.',
  ])('finds %j', (text) => {
    expect(admissionIn(`It is an old bridge. ${text}`)).toBe(text)
  })

  it.each([
    'You cannot miss it.',
    'Nobody can find a better one.',
    'I can browse it.',
    'It cannot be seen from the road.',
    '> I cannot browse the internet.',
    'Man kann es nicht sehen.',
    'No tiene acceso por carretera.',
    '',
  ])('finds nothing in %j', (text) => expect(admissionIn(text)).toBeUndefined())

  it('looks at both ends of a long answer, in one pass', () => {
    const long = 'It is an old bridge. '.repeat(50_000)
    expect(admissionIn(`${long}I cannot find the year.`)).toBe('I cannot find the year.')
    expect(admissionIn('i cannot '.repeat(100_000))).toBeUndefined()
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
