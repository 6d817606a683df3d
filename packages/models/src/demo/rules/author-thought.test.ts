import { thoughtGrammar } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { about, decided } from '../../../test/decided.ts'
import { authorThought } from './author-thought.ts'

const think = (parts: Record<string, string>) => decided(authorThought, about(parts, thoughtGrammar.preamble([])))

describe('a thought', () => {
  const task = 'Add 17 and 25, multiply the result by 3, then subtract 26.'

  it.each([
    ['', { text: '17 + 25 = 42', isAnswer: false }],
    ['1. 17 + 25 = 42', { text: '42 * 3 = 126', isAnswer: false }],
    ['1. 17 + 25 = 43', { text: '43 * 3 = 129', isAnswer: false }],
    ['1. 17 + 25 = 42\n2. 42 * 3 = 126\n3. 126 - 26 = 100', { text: '(17 + 25) * 3 - 26 = 100', isAnswer: true }],
  ])('after `%s`', (thoughts, thought) => {
    expect(think({ task, thoughts })).toEqual({ kind: 'thought', ...thought })
  })

  it.each([
    ['Which is larger, 7 * 8 or 60?', '7 * 8 = 56 and 60, so 60 is larger.'],
    ['What is 2 + 2 and 3 * 3?', '2 + 2 = 4 and 3 * 3 = 9'],
    ['What is 10 / 0?', 'Cannot evaluate `10 / 0`: it divides by zero or is too large.'],
  ])('on `%s` is the answer at once', (asked, text) => {
    expect(think({ task: asked, thoughts: '' })).toEqual({ kind: 'thought', text, isAnswer: true })
  })

  it('takes the way of its branch, and none that others took', () => {
    const puzzle = { task: 'Use 4, 9, 10 and 13 to make 24.', thoughts: '' }
    const texts = ['1 of 3', '2 of 3', '3 of 3'].map(
      (branch) => (think({ ...puzzle, branch }) as { text: string }).text,
    )
    expect(new Set(texts).size).toBe(3)
    expect(think({ ...puzzle, branch: '1 of 3', others: `- ${texts[0]}` })).toMatchObject({ text: texts[1] })
  })

  it('is left to others about anything else', () => {
    expect(think({ task: 'Sing a song.', thoughts: '' })).toBeUndefined()
  })
})
