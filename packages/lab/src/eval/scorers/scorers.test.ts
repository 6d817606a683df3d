import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isContained } from './contains.ts'
import { isExactly } from './exact.ts'
import { acceptedNumber, isNumber } from './numeric.ts'
import { fitsPattern } from './pattern.ts'
import { readNumbers } from './read-numbers.ts'

const filled = fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== '')
const words = fc.array(
  fc.stringMatching(/^[b-z]{2,8}$/).filter((word) => word !== 'the'),
  { minLength: 1, maxLength: 5 },
)

describe('exact', () => {
  it.each([
    ['Paris', 'paris'],
    ['The Eiffel Tower.', 'eiffel tower'],
    ['“Paris, France”', 'Paris France'],
    ['$1,200', '1200'],
    ['116.0', '116'],
    ['50 %', '50'],
    ['50', '50 %'],
    ['€5', '5 €'],
    ['-$5', '$-5.00'],
    ['5', '¥5'],
    ['$5, €6', '5; 6 €'],
    ['−5', '-5'],
    ['3, 4.0, five', '3; 4; Five'],
    ['ＮＡＳＡ', 'NASA'],
    ['+', '+'],
    ['The', 'the'],
    ['**116**', '116'],
    ['**The _Eiffel_ Tower**', 'Eiffel Tower'],
    ['`x > 5`', 'x>5'],
    ['“1,200”', '1200'],
    ['e-mail', 'email'],
    ['well-known', 'well known'],
    ['U.S.', 'US'],
    ['½', '1/2'],
    ['Vitamin A.', 'vitamin a'],
    ['(Paris)', 'Paris'],
    ['1, 2,3', '1,2, 3'],
  ])('takes %j for %j', (answer, accepted) => {
    expect(isExactly(answer, accepted)).toBe(true)
  })

  it.each([
    ['London', 'Paris'],
    ['3.5 m', '35 m'],
    ['$5', '€5'],
    ['5 %', '$5'],
    ['50%', '50 €'],
    ['£5', '5¥'],
    ['$5 €', '5'],
    ['$5, $6', '$5, €6'],
    ['-5 degrees', '5 degrees'],
    ['1,2,3', '123'],
    ['4, 3', '3, 4'],
    ['3, 4, 5', '3, 4'],
    ['It is Paris', 'Paris'],
    ['', 'Paris'],
    [' ', '+'],
    ['twelve', '12'],
    ['C++', 'C'],
    ['C#', 'C'],
    ['C++', 'C#'],
    ['A ∧ B', 'A ∨ B'],
    ['x > 5', 'x < 5'],
    ['a != b', 'a = b'],
    ['Hepatitis A', 'Hepatitis'],
    ['a,b', 'b,a'],
    ['a,b', 'b'],
    ['1,234', '1, 234'],
    ['1, 234', '1,234'],
    ['(¬A → B) ↔ (A ∨ ¬B)', '(¬A → B) ↔ (A ∨ B)'],
    ['(A or B) and C', 'A or (B and C)'],
    ['3-4', '34'],
    ['1/2', '12'],
    ['10²', '102'],
    ['5!', '5'],
    ['5', '5!'],
    ['f(x)', 'fx'],
    [`5'10"`, '510'],
    ['example.com', 'examplecom'],
  ])('does not take %j for %j', (answer, accepted) => {
    expect(isExactly(answer, accepted)).toBe(false)
  })

  it('takes every text for itself, in capitals and with spaces around it', () => {
    fc.assert(fc.property(filled, (text) => isExactly(` ${text}\n`, text)))
    fc.assert(fc.property(words, (list) => isExactly(`The ${list.join('  ').toUpperCase()}!`, list.join(' '))))
  })

  it('tells any two whole numbers apart, however they are grouped', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => isExactly(a.toLocaleString('en-US'), String(b)) === (a === b)),
    )
  })
})

describe('contains', () => {
  it.each([
    ['It is in Paris, France.', 'paris', true],
    ['It is the Eiffel-Tower', 'Eiffel-Tower', true],
    ['a category', 'cat', false],
    ['12.5 km', '12', false],
    ['答えは東京です', '東京', true],
    ['What a day', 'the', false],
    ['', 'paris', false],
    ["Paris's mayor", 'Paris', true],
    ['Paris/London', 'Paris', true],
    ['Paris—the capital', 'Paris', true],
    ['answer:Paris', 'Paris', true],
    ['It is **Paris**.', 'Paris', true],
    ['It is Eiffel’s tower', "the Eiffel's tower", true],
    ['50% of it', '50 %', true],
    ['In C++.', 'C++', true],
    ['C is it', 'C++', false],
    ['C++ is it', 'C', false],
    ['It is -5', '5', false],
    ['at 10:30', '10', true],
    ['1,200 km', '200', false],
    ['1,200 km', '1200', true],
  ])('says of %j and %j: %j', (answer, accepted, isIn) => {
    expect(isContained(answer, accepted)).toBe(isIn)
  })

  it('finds words wherever they stand', () => {
    fc.assert(fc.property(words, words, words, (a, b, c) => isContained([...a, ...b, ...c].join(' '), b.join(' '))))
  })
})

describe('the numbers of a text', () => {
  it.each([
    ['1,200', [[1200, '']]],
    ['$1,200.50', [[1200.5, '']]],
    ['12 345 km', [[12_345, 'km']]],
    ['3,5', [[3.5, '']]],
    ['1.234,5', [[1234.5, '']]],
    ['−5 °C', [[-5, '°c']]],
    [
      '10 - 3 = 7',
      [
        [10, ''],
        [3, ''],
        [7, ''],
      ],
    ],
    ['1/2', [[0.5, '']]],
    [
      '3/4/2024',
      [
        [3, ''],
        [4, ''],
      ],
    ],
    ['12 percent', [[12, '%']]],
    ['1.2 million miles', [[1_200_000, 'mile']]],
    ['1e-3', [[0.001, '']]],
    ['x = -3', [[-3, '']]],
    [
      '1,2,3',
      [
        [1, ''],
        [2, ''],
        [3, ''],
      ],
    ],
    ['A4 and v1.2', []],
    ['12 per day', [[12, '']]],
    ['12 per cent', [[12, '%']]],
    ['42\nHope that helps', [[42, '']]],
    ['42 in total', [[42, '']]],
    ['5 in', [[5, 'in']]],
    ['42 of them', [[42, '']]],
    ['42 [1]', [[42, '']]],
    ['42 km[1, 2] ([page](https://a.b/7))', [[42, 'km']]],
    ['[42]', [[42, '']]],
    [
      'rooms 101 102 103',
      [
        [101, ''],
        [102, ''],
        [103, ''],
      ],
    ],
    ['250 000 people', [[250_000, 'people']]],
    ['6.02 × 10^23 atoms', [[6.02e23, 'atom']]],
    [String.raw`6.02 \times 10^{-23}`, [[6.02e-23, '']]],
    ['6.02×10²³', [[6.02e23, '']]],
    ['2^10', [[1024, '']]],
    ['x^2', []],
  ])('%j are %j', (text, numbers) => {
    expect(readNumbers(text).map(({ value, unit }) => [value, unit])).toEqual(numbers)
  })

  it.each([' ', '$', '$ ', '- ', '-', '1 $ ', 'US$', '$\n'])(
    'are looked for in one pass in %j again and again',
    (piece) => {
      expect(readNumbers(`${piece.repeat(200_000 / piece.length)}x`)).toBeInstanceOf(Array)
    },
  )

  it('are read as they were written', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(fc.property(number, (value) => readNumbers(String(value))[0]?.value === value + 0))
    fc.assert(fc.property(fc.integer(), (value) => readNumbers(value.toLocaleString('en-US'))[0]?.value === value))
  })
})

describe('numeric', () => {
  it.each([
    ['17 * 6 + 14 = 116.', '116'],
    ['The answer is **1,200**', '1200'],
    ['5', '5 km'],
    ['5 km, which takes 2 hours', '5 km'],
    ['12 %', '0.12'],
    ['0.12', '12 %'],
    ['12', '12%'],
    ['116 apples', '116'],
    ['1.2 million', '1,200,000'],
    ['42\nHope that helps', '42 km'],
    ['It is 42 in total', '42 km'],
    ['$5', '5 dollars'],
    ['5 $', '$5'],
    ['It is 5, not $6 but 5', '$5'],
    ['The price is € 5.', '€5'],
    ['€5', '€ 5'],
    ['US$5', '$5'],
    ['It takes US$ 5', '$5'],
    ['- $ 5', '-$5'],
    ['− $5', '-5'],
    // Words are no signs.
    ['5 euros', '$5'],
    ['EUR 5', '$5'],
  ])('takes %j for %j', (answer, accepted) => {
    expect(isNumber(answer, accepted)).toBe(true)
  })

  it.each([
    ['117', '116'],
    ['none', '116'],
    ['5 miles', '5 km'],
    ['0.12 %', '12 %'],
    ['-116', '116'],
    ['12 per day', '0.12'],
    ['It costs $5', '€5'],
    ['It costs 5 €', '$5'],
    ['50 %', '50 €'],
    ['£3 million', '3 million $'],
    ['The price is € 5.', '$5'],
    ['$5', '€ 5'],
    ['€\u00a05', '$5'],
    ['US$5', '€5'],
    ['US$ 5', '€5'],
    ['From 5 € to 7 €', '$7'],
  ])('does not take %j for %j', (answer, accepted) => {
    expect(isNumber(answer, accepted)).toBe(false)
  })

  it('allows what the tolerance says, and no more', () => {
    expect(isNumber('3.33', '3.333', { absolute: 0.01, relative: 0 })).toBe(true)
    expect(isNumber('3.3', '3.333', { absolute: 0.01, relative: 0 })).toBe(false)
    expect(isNumber('101', '100', { absolute: 0, relative: 0.01 })).toBe(true)
    expect(isNumber('102', '100', { absolute: 0, relative: 0.01 })).toBe(false)
  })

  it('takes the last number of an answer, whatever stands before it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.nat(), (before, last) =>
        isNumber(`${before.map((each) => `${each};`).join(' ')} ${last}`, String(last)),
      ),
    )
  })

  it('needs one number that is accepted', () => {
    expect(acceptedNumber('5 km')).toEqual({ value: 5, unit: 'km', money: '' })
    expect(acceptedNumber('1,2,3')).toBeUndefined()
    expect(acceptedNumber('five')).toBeUndefined()
  })
})

describe('regex', () => {
  it.each([
    ['It is 50.', String.raw`\b50\b`, true],
    ['It is 150.', String.raw`\b50\b`, false],
    ['PARIS', '/^paris$/i', true],
    ['paris!', '/^paris$/i', false],
    ['aa', '/a/g', true],
  ])('says of %j and %j: %j', (answer, pattern, fits) => {
    expect(fitsPattern(answer, pattern)).toBe(fits)
  })

  it('does not wait for a pattern that takes for ever', () => {
    expect(fitsPattern(`${'a'.repeat(60)}!`, '^(a+)+$')).toBeUndefined()
  })
})
