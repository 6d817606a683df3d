import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { keyOf } from '../../../../test/guard/guarded.ts'
import { tokenSecret } from './token-key.ts'

it('is derived from a key of the ring, for tokens alone', () => {
  const key = keyOf('k1')
  // RFC 5869, without salt and with one block.
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(key.secret).digest()
  const expanded = createHmac('sha256', extracted).update('gyre capability token\u0001').digest('base64url')
  expect(tokenSecret(key)).toBe(expanded)
  expect(tokenSecret(key)).toBe(expanded)
  expect(tokenSecret(keyOf('k2'))).not.toBe(expanded)
})
