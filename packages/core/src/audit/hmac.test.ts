import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signer } from './hmac.ts'

describe('signer', () => {
  it('signs as HMAC-SHA-256 does with the secret in base64url', () => {
    const texts = ['', 'a', 'Grüße 🧑‍🚀 \0', 'lone \ud800', 'x'.repeat(100_000)]
    for (const size of [1, 16, 32, 48]) {
      const secret = randomBytes(size)
      const sign = signer(secret)
      for (const text of texts) {
        const known = createHmac('sha256', secret.toString('base64url')).update(text).digest('base64url')
        expect(sign(text)).toBe(known)
      }
    }
  })

  it('signs with one secret apart from another', () => {
    expect(signer(randomBytes(32))('a')).not.toBe(signer(randomBytes(32))('a'))
  })

  it('refuses a secret that does not fit a block', () => {
    expect(() => signer(randomBytes(49))).toThrow('too long')
  })
})
