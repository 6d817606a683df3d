import { expect, it } from 'vitest'
import { promptDiff } from './prompt-diff.ts'

it('shows the changed lines, and three around them', () => {
  const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', '']
  const was = lines.join('\n')
  const now = lines.with(4, 'E').join('\n')
  expect(promptDiff(was, now)).toBe('@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h')
})

it('is empty when nothing changed', () => {
  expect(promptDiff('a\n', 'a\n')).toBe('')
})
