import { expect, it } from 'vitest'
import { savedBy } from './saved-by.ts'

it('finds who saved a version, by its target and number', () => {
  const entries = [
    { actor: 'browser', target: 'react.system', data: { version: 2 } },
    { actor: 'key:laptop', target: 'react.system', data: { version: 1 } },
    { actor: 'key:ci', target: 'cot.system', data: null },
  ]
  expect(savedBy(entries, 'react.system', 1)).toBe('key:laptop')
  expect(savedBy(entries, 'react.system', 3)).toBeUndefined()
  expect(savedBy(entries, 'cot.system', 1)).toBeUndefined()
})
