import { describe, expect, it } from 'vitest'
import { fixOf } from './errors.ts'

describe('an error that is told by its code', () => {
  it('comes with what to do about it', () => {
    expect(fixOf('model-auth')).toBe('Check the key of this provider.')
  })

  it('comes with nothing when the code is not known here', () => {
    expect(fixOf('of-another-version')).toBeUndefined()
    expect(fixOf('toString')).toBeUndefined()
  })
})
