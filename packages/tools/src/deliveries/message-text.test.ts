import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { result } from '../../test/deliveries/result.ts'
import { cutText, messageText } from './message-text.ts'

describe('the message of a result', () => {
  it('tells how it ended, the goal, the answer and the session', () => {
    expect(messageText(result, 1800)).toBe('answered: What is the capital?\n\nParis\n\nses_1')
  })

  it.each([
    [{ answer: null, outcome: 'failed:model-auth' }, 'failed:model-auth: What is the capital?\n\nses_1'],
    [
      { outcome: 'gap_open', gap: 'Which\ncountry?' },
      'gap_open: What is the capital?\n\nParis\n\nStill open: Which country?\n\nses_1',
    ],
    [{ answer: { city: 'Paris' } }, 'answered: What is the capital?\n\n{\n  "city": "Paris"\n}\n\nses_1'],
    [{ gap: '' }, 'answered: What is the capital?\n\nParis\n\nses_1'],
    [{ gap: ' \n' }, 'answered: What is the capital?\n\nParis\n\nses_1'],
    [
      { goal: 'a\ud83d', answer: '\ude00b', gap: 'c\ud83dd' },
      'answered: a\ufffd\n\n\ufffdb\n\nStill open: c\ufffdd\n\nses_1',
    ],
    [{ goal: ' What\n is\tit? ' }, 'answered: What is it?\n\nParis\n\nses_1'],
  ])('of %j is %j', (change, text) => {
    expect(messageText({ ...result, ...change }, 1800)).toBe(text)
  })

  it('is written as the service needs it, and no longer for that', () => {
    const loud = (text: string) => text.replaceAll('x', 'XX')
    const [goal, gap] = ['x'.repeat(300), 'x'.repeat(400)]
    expect(messageText({ ...result, goal: 'x', answer: 'xy', gap: 'x' }, 1800, loud)).toBe(
      'answered: XX\n\nXXy\n\nStill open: XX\n\nses_1',
    )
    expect(messageText({ ...result, goal, gap, answer: 'x'.repeat(1500) }, 1800, loud).length).toBeLessThanOrEqual(1800)
  })

  it('has room for the answer, however long a loop tells why it was stuck', () => {
    const text = messageText({ ...result, outcome: `stuck:${'why\n'.repeat(1000)}` }, 1800)
    expect(text).toMatch(/^stuck:why why .*… \(cut: .* are missing\): What is the capital\?\n\nParis\n\nses_1$/)
    expect(text.length).toBeLessThan(200)
  })

  it('cuts the answer to what there is room for, and says so', () => {
    const text = messageText({ ...result, answer: 'x'.repeat(5000) }, 1800)
    expect(text).toMatch(/x… \(cut: 3\d\d\d of 5000 characters are missing\)\n\nses_1$/)
    expect(text.length).toBeLessThanOrEqual(1800)
    expect(text.length).toBeGreaterThan(1790)
  })

  it('is never longer than it may be', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 3000 })
    fc.assert(
      fc.property(texts, texts, texts, texts, (goal, answer, gap, outcome) => {
        expect(messageText({ ...result, goal, answer, gap, outcome }, 1800).length).toBeLessThanOrEqual(1800)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a text that is cut', () => {
  it('is as it was when it fits', () => {
    expect(cutText('Paris', 5)).toBe('Paris')
  })

  it.each([
    ['👨‍👩‍👧', 8],
    ['e\u0301', 2],
    ['🇫🇷', 4],
    ['😀', 2],
  ])('keeps %s whole', (character, length) => {
    const cut = cutText(character.repeat(100), 100)
    expect(character).toHaveLength(length)
    const [kept = ''] = cut.split('…')
    expect(kept.length % length).toBe(0)
    expect(kept).toBe(character.repeat(kept.length / length))
    expect(cut).toContain(`${length * 100 - kept.length} of ${length * 100} characters`)
  })

  it('is a whole beginning of the text, never longer than it may be', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 }),
        fc.integer({ min: 60, max: 400 }),
        (text, most) => {
          const cut = cutText(text, most)
          expect(cut.length).toBeLessThanOrEqual(most)
          const kept = cut === text ? text : cut.slice(0, cut.lastIndexOf('… (cut'))
          expect(text.startsWith(kept)).toBe(true)
          expect(cut.isWellFormed()).toBe(text.isWellFormed())
        },
      ),
    )
  })
})
