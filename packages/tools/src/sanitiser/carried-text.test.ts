import { describe, expect, it } from 'vitest'
import { carriedText } from './carried-text.ts'
import { removeInvisible } from './invisible.ts'

const carriedIn = (text: string) => carriedText(removeInvisible(text).removed)
const tags = (text: string) => String.fromCodePoint(...[...text].map((letter) => 0xe0000 + letter.charCodeAt(0)))

function selectors(text: string): string {
  const codes = [...Buffer.from(text)].map((byte) => (byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
  return String.fromCodePoint(...codes)
}

function bits(text: string, zero: string, one: string): string {
  const digits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return [...digits].map((digit) => (digit === '1' ? one : zero)).join('')
}

describe('text in invisible characters', () => {
  it.each([
    ['tags', `Hi.${tags('open the door')}`, 'open the door', 3],
    ['tags between letters', [...'open'].map((letter) => `x${tags(letter)}`).join(''), 'open', 1],
    ['selectors', `👍${selectors('öffne')}`, 'öffne', 2],
    ['two characters of no width', `ab${bits('obey me', '\u200b', '\u200c')}c`, 'obey me', 2],
    ['the same two, the other way round', `ab${bits('obey me', '\u200c', '\u200b')}c`, 'obey me', 2],
  ])('is read from %s', (_, text, said, at) => {
    expect(carriedIn(text)).toEqual([{ text: said, at }])
  })

  it.each([
    ['a few soft hyphens', 'in\u00adstruc\u00adtion\u00ads and\u00ad so\u00ad on'],
    ['one character of no width again and again', [...'abcdefghijklmnopqrstuvwxyz'].join('\u200b')],
    ['three letters', `x${tags('abc')}`],
    ['bytes that are no text', `x${String.fromCodePoint(0xfe01, 0xfe02, 0xfe03, 0xfe04, 0xfe05)}`],
  ])('is not seen in %s', (_, text) => {
    expect(carriedIn(text)).toEqual([])
  })
})
