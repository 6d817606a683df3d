import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { threadFor } from './client-thread.ts'

describe('the thread a client means', () => {
  it('has a safe id, the same for the same name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (owner, name) => {
        const thread = threadFor(owner, name)
        expect(thread).toMatch(/^thr_[0-9a-f-]{32,36}$/)
        expect(threadFor(owner, name)).toBe(thread)
      }),
    )
  })

  it('is another for another owner, and for another name', () => {
    expect(threadFor('ann', 'chat')).not.toBe(threadFor('bob', 'chat'))
    expect(threadFor('ann', 'chat')).not.toBe(threadFor('ann', 'Chat'))
  })

  it('may be one of ours', () => {
    const own = 'thr_01a1e4b0-07c9-77fd-b645-9d49b7d6b6ac'
    expect(threadFor('ann', own)).toBe(own)
  })
})
