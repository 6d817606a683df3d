import { describe, expect, it } from 'vitest'
import { haveSameWords } from './same-words.ts'

const text = (end: string) =>
  `The harbour was built when the town was young, and every boat that came in paid for the stones of its quay. ${end}`

describe('haveSameWords', () => {
  it.each([
    ['We wait.', 'We wait.', true],
    ['We wait.', 'we WAIT!', true],
    ['We wait.', 'We wait. Thank you!', true],
    ['it was a long way', 'it was a short walk', false],
    ['it was a long day', 'it was a short day', true],
    ['It closes at 8.', 'It closes at 9.', false],
    ['It belongs to Anna.', 'It belongs to Bo.', false],
    ['It belongs to Dr. Berg.', 'It belongs to Dr. Lie.', false],
    ['NASA was here.', 'ESA was here.', false],
    ['यह दिन था', 'यह दीन था', true],
  ])('says of texts that end with %j and %j: %s', async (a, b, isSame) => {
    expect(await haveSameWords(text(a), text(b))).toBe(isSame)
  })

  it('allows five in a thousand words', async () => {
    expect(await haveSameWords(words(1000, 3000), words(1000, 3010))).toBe(true)
    expect(await haveSameWords(words(1000, 3000), words(1000, 3011))).toBe(false)
  })

  it('counts words that are elsewhere in the text: a new section is one, whatever it is made of', async () => {
    const long = words(1000, 3000)
    expect(await haveSameWords(long, `${long} ${words(1000, 1060)}`)).toBe(false)
  })
})

/** So many different words, of letters alone. */
function words(from: number, to: number): string {
  const letters = (at: number) => [...`${at}`].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  return Array.from({ length: to - from }, (_, at) => letters(from + at)).join(' ')
}
