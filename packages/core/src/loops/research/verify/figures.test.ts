import { describe, expect, it } from 'vitest'
import { figureKeys, figuresIn, isKnownFigure } from './figures.ts'

const isKnown = (claim: string, passage: string) => {
  const figures = figuresIn(claim)
  return figures.length > 0 && figures.every((figure) => isKnownFigure(figure, figureKeys(passage)))
}

describe('figures', () => {
  it.each([
    ['1,250', '1250'],
    ['1 250', '1.250'],
    ['12 %', '12 percent'],
    ['12 per cent', '12%'],
    ['10 %', '10 to 12 %'],
    ['3.5 million', '3500000'],
    ['3.5m', '3,500,000'],
    ['3 million', '3–4 million'],
    ['the 3rd', 'three'],
    ['three ferries', '3 ferries'],
    ['184', 'one hundred and eighty-four'],
    ['vierundachtzig', '84'],
    ['1911', '12 March 1911'],
    ['12 March 1911', '1911-03-12'],
    ['March 12, 1911', '12. März 1911'],
    ['12.03.1911', 'March 12, 1911'],
    ['March 1911', '12 March 1911'],
    ['1 May 1934', 'from 1 May to 30 September 1934'],
    ['1911–14', 'from 1911 to 1914'],
    ['1914', '1911–14'],
    ['the 1920s', 'in 1924'],
    ['$5.50', '5,5 crowns'],
    ['SM-0217', 'sm, SM-0217'],
    ['at 7:30', '07:30'],
    ['−5 °C', '-5 °C'],
  ])('knows %s from %s', (claim, passage) => {
    expect(isKnown(claim, passage)).toBe(true)
  })

  it.each([
    ['1,250', '1,205'],
    ['3.5 million', '3.5 billion'],
    ['12 %', '12 ships'],
    ['12 March 1911', '12 March 1912 and 14 April 1911'],
    ['−5', '5'],
    ['90071992547409931', '90071992547409932'],
    ['22', '22.5'],
  ])('does not know %s from %s', (claim, passage) => {
    expect(isKnown(claim, passage)).toBe(false)
  })

  it('claims nothing by words that point or order', () => {
    expect(figuresIn('First, one of both ships sank, and a hundred more.')).toEqual([])
  })

  it('gives them as they are written', () => {
    expect(figuresIn('On 9 May 1911 two ships paid 12 % of 3.5 million.').map(({ text }) => text)).toEqual([
      '9 May 1911',
      'two',
      '12 %',
      '3.5 million',
    ])
  })
})
