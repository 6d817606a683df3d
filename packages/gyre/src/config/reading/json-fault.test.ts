import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonFault } from './json-fault.ts'

describe('what is wrong with JSON', () => {
  it.each([
    ['', 0, 'the text ends too early'],
    ['{"a": }', 6, 'expected a value after `:`'],
    ['{"a": 1', 7, 'expected `}`: the `{` of line 1 has no end'],
    ['[\n  [1, 2\n', 10, 'expected `]`: the `[` of line 2 has no end'],
    ['{"a": 1 "b": 2}', 8, 'expected `,` or `}`'],
    ['[1 2]', 3, 'expected `,` or `]`'],
    ['{"a": 1, }', 7, 'expected no comma before `}`'],
    ['[1,]', 2, 'expected no comma before `]`'],
    ['{a: 1}', 1, 'expected a key in double quotes'],
    ["{'a': 1}", 1, 'expected a key in double quotes'],
    ['{"a"; 1}', 4, 'expected `:` after the key'],
    ['{"a": \'b\'}', 6, 'expected double quotes around a text'],
    ['{"a": hunter22}', 6, 'expected a value after `:`; a text needs double quotes'],
    ['[True]', 1, 'expected a value; a text needs double quotes'],
    ['[01]', 1, 'expected a number as JSON writes it, such as -1.5'],
    ['[+1]', 1, 'expected a number as JSON writes it, such as -1.5'],
    ['["a]', 1, 'expected `"` at the end of the text'],
    ['["a\n"]', 1, 'expected `"` at the end of the text'],
    ['["a\tb"]', 3, 'expected no control character in a text: write `\\t` for a tab'],
    ['["\\x"]', 2, 'expected one of `\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX` after a backslash'],
    ['{ // why\n}', 2, 'expected no comment: JSON has none'],
    ['{"a": 1} x', 9, 'expected nothing after the end of the value'],
    ['{"a": 1}}', 8, 'expected nothing after the end of the value'],
  ])('in %j is told at %d', (text, offset, message) => {
    expect(jsonFault(text)).toEqual({ message, offset })
  })

  it('is nothing for what JSON can say', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (text, indent) => {
        expect(jsonFault(JSON.stringify(JSON.parse(text), null, indent))).toBeUndefined()
      }),
    )
  })

  it('is found exactly where the parser of JSON fails', () => {
    const pieces = fc.constantFrom(
      ...'{}[],:"\\ \n',
      '"a"',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'null',
      '/',
      "'",
      'é',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (texts) => {
        const text = texts.join('')
        expect(jsonFault(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('is nothing for a text of many million characters', () => {
    expect(jsonFault(JSON.stringify('x'.repeat(12_000_000)))).toBeUndefined()
  })

  it('never runs out of stack', () => {
    expect(jsonFault(`["${'x'.repeat(12_000_000)}`)).toBeDefined()
    expect(jsonFault('['.repeat(100_000))?.message).toBe('expected at most 500 levels')
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
