import { followUpTool, readClaims, readScore, readThought, readVerdict, selfAskGrammar } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import type { Decision } from './decision.ts'
import { write } from './writing.ts'

const known = { isKnown: true, question: '', results: [] }
const answer: Decision = { kind: 'answer', thought: 'It is clear.', text: '4', findings: known }
const json = { kind: 'json' } as const
const asking = { kind: 'self-ask', isNative: false, mayAsk: true } as const

describe('what is written', () => {
  it('is read by the loop as it was decided: a verdict', () => {
    const verdict = { isSatisfactory: false, score: 2.5, reason: 'The last step is wrong.' }
    const { text } = write({ kind: 'verdict', ...verdict }, { kind: 'verdict' })
    expect(readVerdict(text)).toEqual({ ok: true, value: verdict })
  })

  it('is read as it was decided: a score, a thought and an answer among thoughts', () => {
    const score = write({ kind: 'score', score: 7, reason: 'It may do.' }, { kind: 'score' })
    const thought = write({ kind: 'thought', text: '2 + 2 = 4', isAnswer: false }, { kind: 'thought' })
    const last = write({ kind: 'thought', text: '4', isAnswer: true }, { kind: 'thought' })
    expect(readScore(score.text)).toEqual({ ok: true, value: 7 })
    expect(readThought(thought.text)).toEqual({ ok: true, value: { text: '2 + 2 = 4', isAnswer: false } })
    expect(readThought(last.text)).toEqual({ ok: true, value: { text: '4', isAnswer: true } })
  })

  it('is read as it was decided: claims, or that there are none', () => {
    const checks = [{ claim: '2 + 2 = 5', tool: 'sums', input: { expression: '2 + 2' } }]
    expect(readClaims(write({ kind: 'claims', checks }, { kind: 'claims' }).text)).toMatchObject({
      value: { claims: [{ claim: '2 + 2 = 5', tool: 'sums', input: '{"expression":"2 + 2"}' }] },
    })
    expect(readClaims(write({ kind: 'claims', checks: [] }, { kind: 'claims' }).text)).toMatchObject({ ok: true })
  })

  it.each<[string, Decision, unknown]>([
    [
      'a plan',
      { kind: 'plan', steps: [{ id: '1', goal: 'Go.', needs: [] }] },
      { steps: [{ id: '1', goal: 'Go.', needs: [] }] },
    ],
    [
      'edits',
      { kind: 'edits', edits: [{ claim: 'a', replacement: 'b' }] },
      { edits: [{ claim: 'a', replacement: 'b' }] },
    ],
    ['a route', { kind: 'route', loop: 'cot', reason: 'Sums.' }, { loop: 'cot', reason: 'Sums.' }],
    ['a confidence', { kind: 'confidence', confidence: 0.5, reason: 'Hm.' }, { confidence: 0.5, reason: 'Hm.' }],
  ])('is JSON: %s', (_, decision, value) => {
    expect(JSON.parse(write(decision, json).text)).toEqual(value)
  })

  it('is numbered lines where a plan is not wanted as JSON', () => {
    const steps = ['Go.', 'Stop.'].map((goal, index) => ({ id: `${index + 1}`, goal, needs: [] }))
    expect(write({ kind: 'plan', steps }, { kind: 'plain' }).text).toBe('1. Go.\n2. Stop.')
  })

  it('asks questions in words, or by calls', () => {
    const decision: Decision = { kind: 'follow-ups', questions: ['Who?', 'When?'] }
    const calls = ['Who?', 'When?'].map((question) => ({ tool: 'follow_up', input: { question } }))
    expect(write(decision, { kind: 'self-ask', isNative: true, mayAsk: true })).toEqual({ text: '', calls })
    expect(selfAskGrammar.parse(write(decision, asking).text, [followUpTool])).toMatchObject({ kind: 'calls', calls })
  })

  it('calls tools and answers in the words of self-ask', () => {
    const sums = { name: 'sums', description: '', input: { type: 'object' } }
    const calls = [{ tool: 'sums', input: { expression: '2 + 2' } }]
    const { text } = write({ kind: 'calls', thought: 'What is 2 + 2?', calls }, asking)
    expect(selfAskGrammar.parse(text, [followUpTool, sums])).toMatchObject({ kind: 'calls', calls })
    expect(selfAskGrammar.parse(write(answer, asking).text, [])).toEqual({ kind: 'answer', text: '4' })
  })

  it.each([
    ['thought', 'ANSWER: 4'],
    ['verdict', 'UNSATISFACTORY\nSCORE: 0\nREASON: 4'],
    ['score', '4\nSCORE: 0'],
    ['claims', '4'],
    ['gap', 'COMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: 4\nNEXT_FOCUS: none'],
  ] as const)('takes an answer for nothing better where a %s is wanted', (kind, text) => {
    expect(write(answer, { kind }).text).toBe(text)
  })

  it('says what is missing, or that nothing is', () => {
    const open: Decision = { kind: 'gap', isComplete: false, gap: 'a date', nextFocus: 'When?' }
    expect(write(open, { kind: 'gap' }).text).toBe('COMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: a date\nNEXT_FOCUS: When?')
    expect(write({ ...open, isComplete: true, gap: '', nextFocus: '' }, { kind: 'gap' }).text).toBe(
      'COMPLETION_STATUS: COMPLETE\nGAP: none\nNEXT_FOCUS: none',
    )
  })

  it('is as it stands when it is raw', () => {
    expect(write({ kind: 'raw', text: 'SCORE: ten' }, { kind: 'score' }).text).toBe('SCORE: ten')
  })
})
