import { expect, it } from 'vitest'
import { leftOf } from './draft.ts'

it('is emptied by sending, but for what was written meanwhile', () => {
  expect(leftOf('Be brief.\n', 'Be brief.')).toBe('')
  expect(leftOf('Be brief. And kind', 'Be brief.')).toBe('Be brief. And kind')
})
