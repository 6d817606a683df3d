import { expect, it } from 'vitest'
import { isOutside } from './outside-link.tsx'

it.each(['https://example.org/a', 'HTTP://example.org', 'mailto:ada@example.org'])('%s can be gone to', (address) => {
  expect(isOutside(address)).toBe(true)
})

it.each([
  'javascript:alert(1)',
  ' https://example.org',
  'data:text/html,x',
  '//example.org',
  '/sessions',
  'https:x',
  '',
  null,
  undefined,
])('%s is no link', (address) => {
  expect(isOutside(address)).toBe(false)
})
