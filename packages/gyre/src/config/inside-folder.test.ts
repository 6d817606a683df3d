import { expect, it } from 'vitest'
import { isInside } from './inside-folder.ts'

it.each([
  ['/a', '/a', true],
  ['/a', '/a/b/c', true],
  ['/a', '/a/..b', true],
  ['/a', '/ab', false],
  ['/a', '/', false],
  ['/a/b', '/a/c', false],
])('what is in `%s`: `%s` is %s', (folder, path, is) => {
  expect(isInside(folder, path)).toBe(is)
})
