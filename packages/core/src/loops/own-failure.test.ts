import { describe, expect, it } from 'vitest'
import { type ErrorCode, GyreError } from '../errors.ts'
import { isLoopFault, ownFailure } from './own-failure.ts'

describe('the failure of a loop that another one runs', () => {
  it.each<[code: ErrorCode, isFault: boolean, isOwn: boolean]>([
    ['loop-failed', true, true],
    ['outcome-invalid', true, true],
    ['output-invalid', true, true],
    ['tool-failed', true, true],
    ['model-failed', false, true],
    ['model-overflow', false, true],
    ['model-unavailable', false, true],
    ['model-auth', false, false],
    ['model-incapable', false, true],
    ['model-missing', false, false],
    ['model-unknown', false, false],
    ['budget-exhausted', false, false],
    ['journal-mismatch', false, false],
    ['lease-lost', false, false],
    ['store-failed', false, false],
    ['aborted', false, false],
  ])('%s: of the loop itself %s, to be done without %s', (code, isFault, isOwn) => {
    const error = new GyreError(code, 'It failed.')
    expect(isLoopFault(error)).toBe(isFault)
    if (isOwn) expect(ownFailure(error)).toBe(error)
    else expect(() => ownFailure(error)).toThrow(error)
  })

  it('is none where the kernel ends it: that goes on', () => {
    const error = new Error('The budget is spent.')
    expect(() => ownFailure(error)).toThrow(error)
  })
})
