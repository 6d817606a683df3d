import { describe, expect, it } from 'vitest'
import { bracketsIn } from './citation-form.ts'

describe('bracketsIn', () => {
  it.each([
    '[c1, c2]',
    '[c1; c2]',
    '[C1 and C2]',
    '[Source c1, c2]',
    '[sources: c1 & c2]',
    '(c1, c2)',
    '(Quelle c1 und c2)',
    '【c1, c2】',
    '\\[c1, c2\\]',
    '[c1–c2]',
    '[c1-c2]',
    '〔c1, c2〕',
    '`[c1, c2]`',
  ])('reads the passages of %s', (text) => {
    expect(bracketsIn(`It sank ${text}.`)).toMatchObject([
      { kind: 'cited', ids: ['c1', 'c2'], start: 8, end: 8 + text.length },
    ])
  })

  it.each([
    '[3]',
    '[1, 2]',
    '[1-3]',
    '[^1]',
    '[^note]',
    '[Smith 2020]',
    '[Smith & Jones, 2020, p. 4]',
    '(Smith et al., 2020)',
    '[citation needed]',
    '[Quelle fehlt]',
    '[Source 3]',
    '【3†source】',
    '[c…]',
    '[no. 2]',
    '[2 ↩]',
    '[ii]',
    '[doc2]',
    '[web:2]',
    '〔2〕',
  ])('takes %s for invented', (text) => {
    expect(bracketsIn(`It sank ${text}.`)).toMatchObject([{ kind: 'invented', ids: [] }])
  })

  it.each(['[S2]', '[@smith]', '[ibid.]', '[1a]', '[с2]', '[Wikipedia]'])(
    'takes %s for a mark that a passage must have',
    (text) => {
      expect(bracketsIn(`It sank ${text}.`)).toMatchObject([{ kind: 'short', ids: [] }])
    },
  )

  it('reads all passages of a range', () => {
    expect(bracketsIn('It sank [c1–c4].')[0]?.ids).toEqual(['c1', 'c2', 'c3', 'c4'])
  })

  it.each(['[2023]', '[1911–1914]'])('takes %s for a year', (text) => {
    expect(bracketsIn(text)).toMatchObject([{ kind: 'year' }])
  })

  it.each([
    '“[T]he sea”',
    'walk[ed]',
    '[sic]',
    '[...]',
    '[x]',
    '[ ]',
    '[May 1911]',
    '(May 1911)',
    '(built in 1911)',
    '(Carrow 1911)',
    '(12 %)',
  ])('takes %s for text', (text) => {
    expect(bracketsIn(text)).toEqual([])
  })

  it('reads a bracket that is cut off', () => {
    expect(bracketsIn('It sank [c12')).toMatchObject([{ kind: 'cited', ids: ['c12'], start: 8, end: 12 }])
  })
})
