import type { Question } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { composerMode, fittingAnswer } from './composer-mode.ts'

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
