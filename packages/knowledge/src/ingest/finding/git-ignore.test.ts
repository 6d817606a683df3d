import { describe, expect, it } from 'vitest'
import { GitIgnore } from './git-ignore.ts'

describe('GitIgnore', () => {
  it.each([
    ['*.log', 'a.log', true],
    ['*.log', 'deep/er/a.log', true],
    ['/a.log', 'deep/a.log', false],
    ['drafts/', 'drafts', false],
    ['drafts/', 'drafts/', true],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/x/a.md', false],
    ['docs/**/a.md', 'docs/x/y/a.md', true],
    ['docs/**/a.md', 'docs/a.md', true],
    ['a?.md', 'ab.md', true],
    ['*.py[cod]', 'x.pyc', true],
    ['[!a].md', 'a.md', false],
    ['*.md\n!keep.md', 'keep.md', false],
    ['# a comment', '# a comment', false],
    ['', 'a', false],
    ['a+(b).md', 'a+(b).md', true],
    ['a*a*a*a*a*', 'aaaaaaaa', false],
    ['[', '[', true],
    ['te\\*st', 'te*st', true],
    ['te\\*st', 'texst', false],
    ['foo\\ ', 'foo ', true],
    ['foo\\ ', 'foo', false],
    ['foo  ', 'foo', true],
    ['\\#a', '#a', true],
    ['\\!a', '!a', true],
    ['a/**', 'a', false],
    ['a/**', 'a/b/c', true],
    ['**/**/b/**/**/c', 'a/b/c', true],
    ['a/**/b/**/c', 'a/x/c', false],
  ])('%j names %s: %s', (rules, path, isIgnored) => {
    const names = path.split('/').filter(Boolean)
    expect(new GitIgnore(rules).ignores(names, path.endsWith('/'))).toBe(isIgnored)
  })

  it('goes through a path once, however many folders a rule leaves open', () => {
    const began = performance.now()
    const path = Array.from({ length: 40 }, () => 'a')
    expect(new GitIgnore(`${'**/a/'.repeat(20)}zz`).ignores(path, true)).toBe(false)
    expect(performance.now() - began).toBeLessThan(500)
  })

  it('lets the rules of the nearest folder decide', () => {
    const above = new GitIgnore('*.md\n/docs/secret.txt')
    const below = new GitIgnore('!a.md', { rules: above, name: 'docs' })
    expect(below.ignores(['a.md'], false)).toBe(false)
    expect(below.ignores(['b.md'], false)).toBe(true)
    expect(below.ignores(['secret.txt'], false)).toBe(true)
  })
})
