import { expect, it } from 'vitest'
import { lookAgainMs } from './look-again.ts'

it('looks at a list sooner while something in it goes on', () => {
  const ended = { state: 'ended', status: 'completed' }
  expect(lookAgainMs([ended, { state: 'running', status: 'executing' }])).toBe(3000)
  expect([lookAgainMs([ended, { state: 'running', status: 'paused' }]), lookAgainMs()]).toEqual([10_000, 10_000])
})
