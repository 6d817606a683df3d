import { describe, expect, it } from 'vitest'
import { PathRules } from './path-rules.ts'

describe('PathRules', () => {
  it.each([
    ['docs/**/*.md', 'docs/a.md', true],
    ['docs/**/*.md', 'docs/x/y/a.md', true],
    ['docs/**/*.md', 'other/a.md', false],
    ['docs/**/a.md', 'docs/ba.md', false],
    ['**/a.md', 'a.md', true],
    ['*.{md,txt}', 'x/a.txt', true],
    ['*.{md,txt}', 'a.html', false],
    ['{docs,{guides,notes}/new}/*', 'notes/new/a.md', true],
    ['docs/', 'docs/x/a.md', true],
    ['./docs/', 'docs/a.md', true],
    ['docs/', 'docs.md', false],
    ['{a}.md', '{a}.md', true],
  ])('of %j the file %s is wanted: %s', (pattern, path, isWanted) => {
    expect(new PathRules({ include: [pattern] }).wantsFile(path)).toBe(isWanted)
    expect(new PathRules({ exclude: [pattern] }).wantsFile(path)).toBe(!isWanted)
  })

  it('does not look into a folder that is excluded', () => {
    expect(new PathRules({ exclude: ['old/'] }).wantsFolder('old')).toBe(false)
  })

  it('refuses a pattern that stands for too many', () => {
    expect(() => new PathRules({ include: ['{a,b}'.repeat(12)] })).toThrow('more than 256 patterns')
  })
})
