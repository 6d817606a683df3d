import { describe, expect, it } from 'vitest'
import { dateOf } from './document-date.ts'
import { frontMatterOf } from './front-matter.ts'

describe('frontMatterOf', () => {
  it.each([
    [
      '---\ntitle: "On rivers"\ndate: 2024-05-01 # later\n---\n\nText.',
      { title: 'On rivers', date: '2024-05-01', text: 'Text.' },
    ],
    ['+++\ntitle = "On rivers"\n+++\nText.', { title: 'On rivers', text: 'Text.' }],
    ['---\ntitle: >\n  folded\ntags: [a]\n---\nText.', { text: 'Text.' }],
    ['---\ntitle: Only\n---', { title: 'Only', text: '' }],
    ['---\n\nA rule above.\n\n---\nText.', { text: '---\n\nA rule above.\n\n---\nText.' }],
    ['---\ntitle: never ended', { text: '---\ntitle: never ended' }],
    ['Text.', { text: 'Text.' }],
  ])('reads %j', (text, expected) => {
    expect(frontMatterOf(text)).toEqual(expected)
  })
})

describe('dateOf', () => {
  it.each([
    ['2024-05-01', '2024-05-01T00:00:00.000Z'],
    ['2024-05', '2024-05-01T00:00:00.000Z'],
    ['2024/05/01', '2024-05-01T00:00:00.000Z'],
    ['2024-05-01T10:00:00', '2024-05-01T10:00:00.000Z'],
    ['2024-05-01 10:00:00+02:00', '2024-05-01T08:00:00.000Z'],
    ['1 May 2024', '2024-05-01T00:00:00.000Z'],
    ['May 1st, 2024', '2024-05-01T00:00:00.000Z'],
    ['Wed, 01 May 2024 10:00:00 GMT', '2024-05-01T10:00:00.000Z'],
    ['Chapter 2024', undefined],
    ['2024-13-45', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j', (text, expected) => {
    const time = dateOf(text)
    expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(expected)
  })
})
