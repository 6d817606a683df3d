import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expandBraces } from './braces.ts'
import { pathPattern, throughPattern } from './path-pattern.ts'

describe('pathPattern', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/deep/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['*', '.hidden', true],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'aXbY', false],
    ['?.md', 'é.md', true],
    ['?.md', '😀.md', true],
    ['?.md', 'ab.md', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/x/y/a.ts', true],
    ['src/**', 'src/x/y/a.ts', true],
    ['**/test/**', 'a/test/b', true],
    ['**/test/**', 'a/tests/b', false],
    ['./src/a.ts', 'src/a.ts', true],
    ['src/', 'src', true],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['{a,b{c,d}}.x', 'bd.x', true],
    ['{a,b{c,d}}.x', 'b.x', false],
    ['{src,test}/*.ts', 'test/a.ts', true],
    ['a{b', 'a{b', true],
    ['a{b}', 'a{b}', true],
    ['[abc].txt', 'b.txt', true],
    ['[a-c][0-9]', 'b7', true],
    ['[!a-c]', 'd', true],
    ['[^a-c]', 'b', false],
    ['[]]', ']', true],
    ['[', '[', true],
    ['a[b', 'a[b', true],
    ['(a+)+', '(a+)+', true],
    ['(a+)+', 'aa', false],
    ['[.][.]/x', '../x', true],
  ])('%j fits %j: %j', (pattern, path, fits) => {
    expect(pathPattern(pattern)(path)).toBe(fits)
  })

  it.each([
    '../*',
    '..',
    'a/../../b',
    '{..,a}/x',
    '.{.,}/x',
    '..{/,}*',
    '/etc/*',
    '{/etc,a}/*',
    '~/*',
    'C:/*',
    '..\\*',
    'a\0b',
    '',
    'x'.repeat(1001),
    '{a,b}'.repeat(10),
  ])('refuses %j', (pattern) => {
    expect(() => pathPattern(pattern)).toThrow(expect.objectContaining({ code: 'path-refused' }))
  })

  it('agrees with a plain definition of its wildcards', () => {
    const fits = (pattern: string, name: string): boolean => {
      if (pattern === '') return name === ''
      if (pattern[0] === '*') return fits(pattern.slice(1), name) || (name !== '' && fits(pattern, name.slice(1)))
      return name !== '' && (pattern[0] === '?' || pattern[0] === name[0]) && fits(pattern.slice(1), name.slice(1))
    }
    const letters = (alphabet: string, maxLength: number) =>
      fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength }).map((all) => all.join(''))
    fc.assert(
      fc.property(letters('ab*?', 7), letters('ab', 9), (pattern, name) => {
        fc.pre(pattern !== '**')
        expect(pathPattern(pattern)(name)).toBe(fits(pattern, name))
      }),
      { numRuns: 2_000 },
    )
  })

  it('takes no more steps than the lengths allow, where a regular expression would never end', () => {
    const pattern = `${'*a'.repeat(300)}b`
    expect(pathPattern(pattern)('a'.repeat(4_000))).toBe(false)
    expect(pathPattern(`${'**/a/'.repeat(150)}b`)('a/'.repeat(2_000))).toBe(false)
  })
})

describe('throughPattern', () => {
  it.each([
    ['.ssh', 'home/.ssh/known_hosts', true],
    ['.ssh', '.ssh', true],
    ['.git/config', 'x/.git/config', true],
    ['.git/config', '.git/config.lock', false],
    ['*.pem', 'keys/a.pem', true],
    ['*.pem', 'keys/a.pem.txt', false],
  ])('%j covers %j: %j', (pattern, path, covers) => {
    expect(throughPattern(pattern)(path)).toBe(covers)
  })
})

describe('expandBraces', () => {
  it('keeps the order in which the choices are written', () => {
    expect(expandBraces('{a,b}{1,2}', 10)).toEqual(['a1', 'a2', 'b1', 'b2'])
    expect(expandBraces('a{,b}', 10)).toEqual(['a', 'ab'])
  })

  it('gives up when there are too many', () => {
    expect(expandBraces('{a,b}'.repeat(4), 16)).toHaveLength(16)
    expect(expandBraces('{a,b}'.repeat(4), 15)).toBeUndefined()
    expect(expandBraces('{a,b}'.repeat(300), 100)).toBeUndefined()
  })
})
