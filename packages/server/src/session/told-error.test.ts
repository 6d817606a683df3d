import { describe, expect, it } from 'vitest'
import { toldError } from './told-error.ts'

const thrown = { code: 'loop-failed', message: 'kaboom' }

describe('the error of a session', () => {
  it('is told to administrators as it is', () => {
    expect(toldError({ session: 'ses_1', error: thrown }, { role: 'admin' })).toEqual(thrown)
  })

  it.each(['user', 'viewer'] as const)('is told without the words of the loop to the role %s', (role) => {
    expect(toldError({ session: 'ses_1', error: thrown }, { role })).toEqual({
      code: 'loop-failed',
      message: 'The loop failed. An administrator finds the reason in session `ses_1`.',
    })
  })

  it('is told to everybody when it is one of ours, or none', () => {
    const error = { code: 'model-failed', message: 'The model is away.' }
    expect(toldError({ session: 'ses_1', error }, { role: 'user' })).toEqual(error)
    expect(toldError({ session: 'ses_1', error: null }, { role: 'user' })).toBeNull()
  })
})
