import { describe, expect, it } from 'vitest'
import { isSupportedTitle, supportedAbstract } from './abstract.ts'

const known = 'The Hob Skerry Light is 38.6 metres high.\nMaren Holt designed it in 1866.\nLucan Pell ran the ferries.'

describe('an abstract', () => {
  it.each([
    ['says what stands there', 'The light is 38.6 metres high.', 'The light is 38.6 metres high.'],
    ['leaves out another figure', 'The light is 40 metres high. Maren Holt designed it.', 'Maren Holt designed it.'],
    ['leaves out another name', 'John Smith designed the light.', ''],
    ['cites nothing', 'The light is 38.6 metres high [1].', 'The light is 38.6 metres high.'],
  ])('%s', (_, abstract, kept) => {
    expect(supportedAbstract(abstract, known)).toBe(kept)
  })

  it('keeps its paragraphs, also where a sentence is left out between them', () => {
    const abstract =
      'The light is 38.6 metres high.\nMaren Holt designed it. It fell in 1999.\n\nLucan Pell ran the ferries.'
    expect(supportedAbstract(abstract, known)).toBe(
      'The light is 38.6 metres high. Maren Holt designed it.\n\nLucan Pell ran the ferries.',
    )
  })
})

describe('a title', () => {
  it.each([
    ['The light of Maren Holt', true],
    ['A short history of what nobody wrote down', true],
    ['The light of 1866', true],
    ['The light of 1999', false],
    ['The light of John Smith', false],
    ['How John Smith Bombed the Tower', false],
    ['A Short History of the Hob Skerry Light', true],
    ['“Nobody wrote it down”: a history', false],
  ])('%s: supported is %s', (title, isSupported) => {
    expect(isSupportedTitle(title, known)).toBe(isSupported)
  })
})
