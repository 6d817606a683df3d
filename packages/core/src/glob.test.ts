import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesGlob } from './glob.ts'

const word = fc.stringMatching(/^[a-c.]{0,6}$/)

describe('a pattern of names', () => {
  it.each([
    ['files.read', 'files.read', true],
    ['files.read', 'files.write', false],
    ['web.*', 'web.search', true],
    ['web.*', 'web', false],
    ['*.read', 'files.read', true],
    ['*', 'anything.at.all', true],
    ['a*b*c', 'a.b.c', true],
    ['a*b*c', 'acb', false],
    ['ab*ba', 'aba', false],
    ['web.*', 'web_search', false],
    ['f+.x', 'ff.x', false],
  ])('%s and the name %s', (pattern, name, matches) => {
    expect(matchesGlob(pattern, name)).toBe(matches)
  })

  it('matches as the regular expression it stands for', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.stringMatching(/^[a-c.]{0,12}$/),
        (pieces, name) => {
          const expression = new RegExp(`^${pieces.map((piece) => piece.replaceAll('.', '\\.')).join('.*')}$`)
          expect(matchesGlob(pieces.join('*'), name)).toBe(expression.test(name))
        },
      ),
      { numRuns: 500 },
    )
  })
})
