import { describe, expect, it } from 'vitest'
import { type LineRange, shownLines } from './line-range.ts'

const whole = { isCut: false, readBytes: 0 }
const shown = (text: string, range: Partial<LineRange> = {}, file = whole) =>
  shownLines(text, { from: 1, lines: 2_000, ...range }, file)

describe('shownLines', () => {
  it.each(['one\ntwo\n', 'one\ntwo', '\n', 'a\r\nb\r\n'])('shows all of %j as it is', (text) => {
    expect(shown(text)).toEqual({ notes: [], text })
  })

  it('says that a file is empty', () => {
    expect(shown('')).toEqual({ notes: ['The file is empty.'], text: '' })
  })

  it('shows the lines asked for, and how to go on', () => {
    expect(shown('1\n2\n3\n4\n', { from: 2, lines: 2 })).toEqual({
      notes: ['Lines 2-3 of 4.', 'Read on with `from: 4`.'],
      text: '2\n3',
    })
    expect(shown('1\n2\n3\n4\n', { from: 4 })).toEqual({ notes: ['Lines 4-4 of 4.'], text: '4' })
  })

  it('says which is the last line when there is none so far down', () => {
    expect(shown('1\n2\n', { from: 3 })).toEqual({ notes: ['There is no line 3: the last is 2 of 2.'], text: '' })
  })

  it('shows as many lines as a model is shown, and goes on at the next', () => {
    const line = 'x'.repeat(9_999)
    const { notes, text } = shown([line, line, line, line].join('\n'))
    expect(notes).toEqual(['Lines 1-3 of 4.', 'Read on with `from: 4`.'])
    expect(text).toBe([line, line, line].join('\n'))
  })

  it('shows the beginning of a line that is too long alone', () => {
    const { notes, text } = shown(`${'x'.repeat(50_000)}\nrest`)
    expect(notes).toEqual(['Lines 1-1 of 2.', 'Line 1 is cut after 30000 characters.', 'Read on with `from: 2`.'])
    expect(text).toHaveLength(30_000)
  })

  it('says that only the beginning of a large file was read', () => {
    expect(shown('1\n2\n', {}, { isCut: true, readBytes: 4 }).notes).toEqual([
      'Lines 1-2 of more: only the first 4 bytes are read.',
    ])
  })
})
