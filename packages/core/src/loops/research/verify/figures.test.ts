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
    ['1,702 litres', '1702 litres'],
    ['1702 litres', '1,702 litres'],
    ['1,702 cases', 'in 1702 cases'],
    ['in 1844.', 'Of 1844 nothing is known.'],
    ['1.7 thousand', '1,700'],
    ['1,700', '1.7 thousand'],
    ['1,702 million', '1702 million'],
    ['1,700', 'seventeen hundred'],
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
    ['$5.50', '5,5 dollars'],
    ['5.50 crowns', 'a price of 5.5'],
    ['60 cm', '0.6 m'],
    ['3 km', '3,000 metres'],
    ['12 %', '| Year | Share (%) |\n|---|---|\n| 1911 | 12 |'],
    ['half of the crew', '50 % of the crew'],
    ['two thirds', '⅔'],
    ['a third of it', '33 percent'],
    ['a hundred', '100'],
    ['a dozen', 'twelve'],
    ['half a million', '500,000'],
    ['the fifteenth of October 1871', '15 October 1871'],
    ['am dritten März 1911', '3. März 1911'],
    ['٩', '9'],
    ['９', '9'],
    ['高38.6米', '38.6'],
    ['1.250', 'Sie zahlte 1.250 Kronen an die Familien'],
    ['1.9 million', '1,900,000'],
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
    ['12 %', '12 ships, and 5 % of the rest'],
    ['31', '31,000 passengers'],
    ['12.4', '12,400'],
    ['1.25', 'Sie zahlte 1.250 Kronen an die Familien'],
    ['12,400 dollars', '12,400 crowns'],
    ['€12', '12 crowns'],
    ['38.6 feet', '38.6 metres'],
    ['38.6 kilometres', '38.6 metres'],
    ['nineteen per cent', '19 crowns'],
    ['half of the crew', 'a third of the crew'],
    ['¾', '3 and 4'],
    ['a million', '12,400'],
    ['the fifteenth of October 1871', '14 October 1871, 15'],
    ['９', '8'],
    ['高99米', '38.6'],
    ['12 March 1911', '12 March 1912 and 14 April 1911'],
    ['−5', '5'],
    ['90071992547409931', '90071992547409932'],
    ['22', '22.5'],
    ['1,702 litres', 'In 1702 the biologist found spores.'],
    ['in 1844.', '1,844 tons'],
  ])('does not know %s from %s', (claim, passage) => {
    expect(isKnown(claim, passage)).toBe(false)
  })

  it('claims nothing by words that point or order', () => {
    expect(figuresIn('First, one of both ships sank in the second half, and hundreds more with a third ship.')).toEqual(
      [],
    )
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
