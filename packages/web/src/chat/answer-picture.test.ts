import { describe, expect, it } from 'vitest'
import { begun, created, ended, type Told, toldSession } from '../../test/support/told-session.ts'
import { answerPicture, thoughtsOf } from './answer-picture.ts'

const piece = (path: string, text: string): Told => ({ type: 'text.delta', path, data: { text } })

const spoke = (path: string, request: object, ...parts: readonly object[]): Told => ({
  type: 'step.finished',
  path,
  data: JSON.parse(JSON.stringify({ kind: 'generate', request, result: { parts } })),
})

describe('the answer of a session', () => {
  it('is there when it has ended, a value as JSON', () => {
    expect(answerPicture(toldSession(created(), ended()), false)).toEqual({ text: 'It is so.', isStreaming: false })
    expect(answerPicture(toldSession(created(), ended({ answer: { sum: 116 } })), false)?.text).toBe('{"sum":116}')
  })

  it('is streamed by a loop that speaks it, and by the last step of others', () => {
    const talk = toldSession(created(), begun('reply#1', 'generate'), piece('reply#1', 'It '), piece('reply#1', 'is'))
    expect(answerPicture(talk, true)).toEqual({ text: 'It is', isStreaming: true })
    expect(answerPicture(talk, false)).toBe(undefined)
    const last = toldSession(created(), begun('summarise#1', 'generate'), piece('summarise#1', 'So'))
    expect(answerPicture(last, false)).toEqual({ text: 'So', isStreaming: true })
  })

  it('is not what a loop inside says, nor data', () => {
    const inner = toldSession(
      created(),
      begun('step#1/react/answer#1', 'generate'),
      piece('step#1/react/answer#1', 'a'),
    )
    const data = toldSession(created(), begun('answer#1', 'generate', { isData: true }), piece('answer#1', '{'))
    expect([answerPicture(inner, true), answerPicture(data, true)]).toEqual([undefined, undefined])
  })
})

describe('thoughts on the way', () => {
  it('are reasoning and what was said, without the answer', () => {
    const log = toldSession(
      created(),
      spoke('think#1', {}, { type: 'reasoning', text: 'Hm.' }, { type: 'text', text: 'I look it up.' }),
      spoke('think#2', {}, { type: 'text', text: 'It is so.' }),
      ended(),
    )
    expect(thoughtsOf(log, 'It is so.')).toEqual([{ path: 'think#1', name: 'think', text: 'Hm.\n\nI look it up.' }])
  })

  it('are not what a judge, a planner or a form is for', () => {
    const judged = spoke('judge#1', { role: 'judge' }, { type: 'text', text: 'Good.' })
    const form = spoke('plan#1', { output: { name: 'plan' } }, { type: 'text', text: '{}' })
    expect(thoughtsOf(toldSession(created(), judged, form), undefined)).toEqual([])
  })

  it('grow while they are thought', () => {
    const thought: Told = { type: 'reasoning.delta', path: 'think#1', data: { text: 'First' } }
    const log = toldSession(created(), begun('think#1', 'generate'), thought)
    expect(thoughtsOf(log, undefined)).toEqual([{ path: 'think#1', name: 'think', text: 'First' }])
  })
})
