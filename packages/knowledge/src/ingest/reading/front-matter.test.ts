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
    ['---\ntitle: >\n  folded\ntags: [a]\n---\nText.', { text: 'title: >\n  folded\ntags: [a]\n\nText.' }],
    [
      '---\ntitle: Ports\n# a comment\ndescription: The quay of Skagen\ntags:\n  - herring\n- quay\n\n---\nBody.',
      { title: 'Ports', text: 'description: The quay of Skagen\ntags:\n  - herring\n- quay\n\nBody.' },
    ],
    [
      '---\nNote: the bridge is closed.\n\nAnother paragraph.\n\n---\nText.',
      { text: '---\nNote: the bridge is closed.\n\nAnother paragraph.\n\n---\nText.' },
    ],
    ['---\n# Chapter one\n\n---\nText.', { text: '---\n# Chapter one\n\n---\nText.' }],
    ['---\n---\nText.', { text: '---\n---\nText.' }],
    ['+++\n[author]\nname="Ada"\n+++\nText.', { text: '[author]\nname="Ada"\n\nText.' }],
    ['---\ntitle: Only\n---', { title: 'Only', text: '' }],
    ['---\n\nA rule above.\n\n---\nText.', { text: '---\n\nA rule above.\n\n---\nText.' }],
    ['---\ntitle: never ended', { text: '---\ntitle: never ended' }],
    ['Text.', { text: 'Text.' }],
  ])('reads %j', (text, expected) => {
    expect(frontMatterOf(text)).toEqual(expected)
  })

  it('takes no time over a title of blanks', () => {
    const began = performance.now()
    expect(frontMatterOf(`---\ntitle: a${' '.repeat(60_000)}b\n---\nText.`).text).toBe('Text.')
    expect(performance.now() - began).toBeLessThan(500)
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
    ['2026-02-31', undefined],
    ['31 February 2026', undefined],
    ['29 February 2024', '2024-02-29T00:00:00.000Z'],
    ['2024-05-01 23:00:00-05:00', '2024-05-02T04:00:00.000Z'],
    ['Wed, 01 May 2024 23:00:00 -0500', '2024-05-02T04:00:00.000Z'],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j', (text, expected) => {
    const time = dateOf(text)
    expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(expected)
  })
})
