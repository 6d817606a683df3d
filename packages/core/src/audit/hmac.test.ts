import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signer } from './hmac.ts'

const keys = fc.uint8Array({ maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'Grüße 🧑‍🚀 \0', 'lone \ud800', 'x'.repeat(100_000)),
)

describe('signer', () => {
  it('signs as HMAC-SHA-256 does', () => {
    const known = Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex')
    expect(signer('Jefe')('what do ya want for nothing?')).toBe(known.toString('base64url'))
    fc.assert(
      fc.property(keys, texts, texts, (key, first, second) => {
        const sign = signer(key)
        for (const text of [first, second, first])
          expect(sign(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'))
      }),
    )
  })

  it('refuses a key that does not fit a block', () => {
    expect(() => signer('k'.repeat(65))).toThrow('too long')
  })
})
