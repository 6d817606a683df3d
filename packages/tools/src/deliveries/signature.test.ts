import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signatureOf, verifySignature } from './signature.ts'

const now = 1_767_225_600_500
const secret = 'whsec_0123456789'
const signature = signatureOf(secret, '{"v":1}', now)

describe('the signature of a delivery', () => {
  it('is the HMAC-SHA256 of the time in seconds, a dot and the body', () => {
    const hex = createHmac('sha256', secret).update('1767225600.{"v":1}').digest('hex')
    expect(signature).toBe(`t=1767225600,v1=${hex}`)
  })

  it.each([
    ['is taken', {}, true],
    ['is taken five minutes later', { now: now + 299_000 }, true],
    ['is taken as late as is tolerated', { now: now + 1500, toleranceMs: 2000 }, true],
    ['is refused later than is tolerated', { now: now + 1501, toleranceMs: 2000 }, false],
    ['is taken over bytes', { body: Buffer.from('{"v":1}') }, true],
    ['is refused over other bytes', { body: Buffer.from('{"v":1}\n') }, false],
    ['is refused later than that', { now: now + 301_000 }, false],
    ['is refused long before its time', { now: now - 301_000 }, false],
    ['is refused for another body', { body: '{"v":2}' }, false],
    ['is refused for another secret', { secret: 'another' }, false],
    ['is refused with another time', { signature: signature.replace('t=1767225600', 't=1767225601') }, false],
    ['is refused when it is none', { signature: 'v1=abc' }, false],
    ['is refused when it is empty', { signature: '' }, false],
  ])('%s', (_, change, isGood) => {
    expect(verifySignature({ secret, signature, body: '{"v":1}', now, ...change })).toBe(isGood)
  })

  it('is refused by whoever has no secret, though it was made without one', () => {
    const unsigned = signatureOf('', '{"v":1}', now)
    expect(verifySignature({ secret: '', signature: unsigned, body: '{"v":1}', now })).toBe(false)
  })

  it('is the same over a text and over its bytes', () => {
    const body = '{"answer":"日本語 😀"}'
    const given = { secret, signature: signatureOf(secret, body, now), now }
    expect(verifySignature({ ...given, body })).toBe(true)
    expect(verifySignature({ ...given, body: new TextEncoder().encode(body) })).toBe(true)
  })
})
