import type { SessionEvent } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { reasonIn, reasonLine } from './reason-note.ts'

const plain = (_: unknown, text: string) => text

function note(value: unknown, path = 'note#1'): Pick<SessionEvent, 'type' | 'path' | 'data'> {
  return { type: 'note', path, data: { kind: 'note', name: 'choice', value: value as never } }
}

describe('the reason in a note', () => {
  it('is what was settled on, and why', () => {
    expect(reasonIn(note({ loop: 'react', why: 'There are\ntools.' }))).toEqual({
      what: 'react',
      why: 'There are tools.',
      depth: 0,
    })
    expect(reasonIn(note({ why: 'It is near.', branch: 'left' }, 'attempt#1/mine/note#2'))).toMatchObject({
      what: 'left',
      depth: 2,
    })
  })

  it.each([
    ['a note without a why', { loop: 'react' }],
    ['a why of nothing', { why: 'There are no tools.' }],
    ['a why of many things', { why: 'x', loop: 'react', answer: 'y' }],
    ['a why that is no sentence', { loop: 'react', why: 7 }],
    ['a why of what is no text', { score: 7, why: 'x' }],
    ['an empty why', { loop: 'react', why: ' ' }],
    ['a list', ['react', 'x']],
    ['a text', 'react'],
    ['null', null],
  ])('is not in %s', (_, value) => {
    expect(reasonIn(note(value))).toBeUndefined()
  })

  it('is in what a loop decides, unless it goes on as planned by rule, and in what it finds missing', () => {
    const named = (name: string, value: unknown) => ({ ...note(value), data: { ...note(value).data, name } })
    const decided = { decision: 'adjust', why: 'Nothing found.', by: 'model', confidence: 0.9 }
    expect(reasonIn(named('decision', decided))).toMatchObject({ what: 'adjust', why: 'Nothing found.' })
    expect(reasonIn(named('decision', { ...decided, decision: 'continue' }))).toMatchObject({ what: 'continue' })
    expect(reasonIn(named('decision', { decision: 'continue', why: 'All is well.', by: 'rule' }))).toBeUndefined()
    expect(reasonIn(named('gap', { gap: 'the price', type: 'data' }))).toMatchObject({
      what: 'missing',
      why: 'the price',
    })
    expect(reasonIn(named('gap', {}))).toBeUndefined()
  })

  it('is in notes alone', () => {
    expect(reasonIn({ ...note({ loop: 'react', why: 'x' }), type: 'step.finished' })).toBeUndefined()
  })

  it('is a line as wide as there is room, as deep as the loop that says it', () => {
    const reason = { what: 'react', why: 'The goal is arithmetic.', depth: 1 }
    expect(reasonLine(reason, 80, plain)).toBe('  → react: The goal is arithmetic.')
    expect(reasonLine(reason, 20, plain)).toBe('  → react: The goal…')
    expect(reasonLine(reason, 80, (format, text) => `<${String(format)}>${text}</>`)).toBe(
      '  <cyan>→</> react: The goal is arithmetic.',
    )
  })
})
