import { expect, it } from 'vitest'
import { branchOrigin, branchThread } from './branch.ts'

it('tells the session that a conversation branched from', () => {
  expect(branchOrigin(branchThread('ses_01a1-73c3'))).toBe('ses_01a1-73c3')
})

it('tells of no branch where there is none', () => {
  expect([branchOrigin('thr_01a1-73c3'), branchOrigin('my-talk-from-home')]).toEqual([undefined, undefined])
})
