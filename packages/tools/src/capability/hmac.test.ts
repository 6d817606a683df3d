import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hmac } from './hmac.ts'

const keys = fc.uint8Array({ minLength: 0, maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString('base64url'))

it('signs as HMAC-SHA-256 does', () => {
  const known = Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex')
  expect(hmac('Jefe', 'what do ya want for nothing?')).toBe(known.toString('base64url'))
  fc.assert(
    fc.property(keys, fc.string({ unit: 'grapheme' }), (key, text) => {
      expect(hmac(key, text)).toBe(createHmac('sha256', key).update(text).digest('base64url'))
    }),
  )
})
