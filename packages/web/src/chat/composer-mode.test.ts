import type { Question } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { answeredBy, type ComposerMode, composerMode, fittingAnswer, otherWay, shownMode } from './composer-mode.ts'

const asked = (path: string, kind: Question['kind'] = 'question'): Question => ({ path, kind, question: 'Which?' })

describe('the box for messages', () => {
  it('is for the next message when nothing runs, and for guidance when something does', () => {
    expect(composerMode(false, [asked('ask#1')])).toEqual({ kind: 'send' })
    expect(composerMode(true, [])).toEqual({ kind: 'steer' })
  })

  it('is for the answer to the first question that waits', () => {
    const all = [asked('act#1', 'approval'), asked('ask#1'), asked('ask#2')]
    expect(composerMode(true, all)).toEqual({ kind: 'answer', question: asked('ask#1'), open: 2 })
  })

  it('steers for who passed the question over, and where no text is an answer', () => {
    expect(composerMode(true, [asked('ask#1')], 'ask#1')).toEqual({ kind: 'steer', question: asked('ask#1') })
    expect(composerMode(true, [asked('ask#2')], 'ask#1').kind).toBe('answer')
    expect(composerMode(true, [asked('act#1', 'approval')])).toEqual({ kind: 'steer' })
  })

  it('takes a choice as it is meant, and nothing else where there are choices', () => {
    expect(fittingAnswer('In January', {})).toBe('In January')
    expect(fittingAnswer('yes', { choices: ['Yes', 'No'] })).toBe('Yes')
    expect(() => fittingAnswer('perhaps', { choices: ['Yes', 'No'] })).toThrow(
      'Answer with one of the choices: Yes, No.',
    )
  })
})

const steer: ComposerMode = { kind: 'steer' }
const answer = (path: string): ComposerMode => ({ kind: 'answer', question: asked(path), open: 1 })

describe('what somebody is writing', () => {
  it('stays guidance when a question comes, until the box is empty', () => {
    const shown = shownMode(steer, answer('ask#1'), false)
    expect(shown).toEqual({ mode: { kind: 'steer', question: asked('ask#1') }, news: 'asked' })
    expect(otherWay(shown, answer('ask#1'))).toBe('answer')
    expect(shownMode(steer, answer('ask#1'), true)).toEqual({ mode: answer('ask#1') })
  })

  it.each<ComposerMode>([steer, { kind: 'send' }, answer('ask#2')])(
    'stays the answer to a question that is closed, whatever comes then: $kind',
    (now) => {
      const shown = shownMode(answer('ask#1'), now, false)
      expect(shown).toEqual({ mode: answer('ask#1'), news: 'gone' })
      expect(otherWay(shown, now)).toBe(now.kind)
      expect(shownMode(answer('ask#1'), now, true)).toEqual({ mode: now })
    },
  )

  it('becomes what somebody chooses while the question waits', () => {
    const passed: ComposerMode = { kind: 'steer', question: asked('ask#1') }
    expect(shownMode(answer('ask#1'), passed, false)).toEqual({ mode: passed })
    expect(shownMode(passed, answer('ask#1'), false)).toEqual({ mode: answer('ask#1') })
    expect(otherWay({ mode: passed }, passed)).toBe('answer')
    expect(otherWay({ mode: answer('ask#1') }, answer('ask#1'))).toBe('steer')
    expect(otherWay({ mode: steer }, steer)).toBeUndefined()
  })

  it('begins the next session when the one it was guidance for has ended', () => {
    expect(shownMode(steer, { kind: 'send' }, false)).toEqual({ mode: { kind: 'send' } })
  })

  it('answers nothing when it is to abort what runs', () => {
    expect(answeredBy('send', answer('ask#1'))).toEqual(asked('ask#1'))
    expect(answeredBy('interrupt', answer('ask#1'))).toBeUndefined()
    expect(answeredBy('send', steer)).toBeUndefined()
  })
})
