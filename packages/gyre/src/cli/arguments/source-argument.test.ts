import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownSource } from '../knowledge/shown-source.ts'
import { sourceArgument } from './source-argument.ts'

describe('a source as it is typed', () => {
  it.each([
    ['docs/a.md', '/home/ada/docs/a.md'],
    ['./docs/', '/home/ada/docs'],
    ['..', '/home'],
    ['/etc/hosts', '/etc/hosts'],
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['HTTP://example.org', 'HTTP://example.org'],
    ['file:///tmp/a', 'file:///tmp/a'],
    ['c:foo', '/home/ada/c:foo'],
  ])('`%s` in /home/ada means %s', (typed, source) => {
    expect(sourceArgument(typed, '/home/ada')).toBe(source)
  })
})

describe('a source as it is shown', () => {
  it.each([
    ['/home/ada/docs/a.md', 'docs/a.md'],
    ['/home/ada/..notes', '..notes'],
    ['/home/ada', '/home/ada'],
    ['/home/adam/a.md', '/home/adam/a.md'],
    ['/etc/hosts', '/etc/hosts'],
    ['https://example.org/a', 'https://example.org/a'],
  ])('%s in /home/ada is `%s`', (source, shown) => {
    expect(shownSource(source, '/home/ada')).toBe(shown)
  })

  const name = fc.stringMatching(/^[a-z.: -]*[a-z]$/)
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`)

  it('means the same when it is typed again', () => {
    fc.assert(
      fc.property(path, path, (source, cwd) => {
        expect(sourceArgument(shownSource(source, cwd), cwd)).toBe(source)
      }),
    )
  })
})
