import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { asFetchFailure, isOfTheHost } from './failure.ts'

const to = (code: string, address: string) => Object.assign(new Error(`connect ${code}`), { code, address })
const several = (...errors: readonly (Error & { code: string })[]) =>
  Object.assign(new AggregateError(errors), { code: errors[0]?.code })
/** As the client wraps it. */
const failureOf = (cause: Error) => asFetchFailure(new TypeError('fetch failed', { cause }), 'a.example')

const [one, other] = ['2001:db8::1', '2001:db8::2']

describe('no way to a host', () => {
  it.each([
    ['the only address', to('ENETUNREACH', '192.0.2.1')],
    ['one of both kinds', several(to('ENETUNREACH', one), to('ENETUNREACH', '192.0.2.1'))],
  ])('tells of the network here: %s', (_, error) => {
    const failure = failureOf(error)
    expect(failure).toMatchObject({ code: 'fetch-failed', message: '`a.example` cannot be reached (ENETUNREACH).' })
    expect(isOfTheHost(failure)).toBe(false)
  })

  it.each([
    ['no route', to('ENETUNREACH', one)],
    ['no IPv6 at all', to('EAFNOSUPPORT', one)],
    ['several addresses', several(to('EADDRNOTAVAIL', one), to('EADDRNOTAVAIL', other))],
  ])('is the doing of a host that has only addresses of IPv6: %s', (_, error) => {
    const failure = failureOf(error)
    expect(failure.message).toBe(
      '`a.example` has only addresses of IPv6, to which there is no way from here (no-ipv6).',
    )
    expect(isOfTheHost(failure)).toBe(true)
  })
})

describe('a failed fetch', () => {
  it.each(['EAI_AGAIN', 'ETIMEOUT', 'ENETDOWN', 'EMFILE', 'ENFILE', 'ENOBUFS'])(
    'is of the network here: %s',
    (code) => {
      expect(isOfTheHost(failureOf(to(code, '192.0.2.1')))).toBe(false)
    },
  )

  it.each([
    'ENOTFOUND',
    'ESERVFAIL',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'EHOSTUNREACH',
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'EPROTO',
    'Z_BUF_ERROR',
    'SOMETHING_NEW',
  ])('is the doing of the host: %s', (code) => {
    expect(isOfTheHost(failureOf(to(code, '192.0.2.1')))).toBe(true)
  })

  it('is neither when the address was refused', () => {
    expect(isOfTheHost(new GyreError('address-refused', 'No.'))).toBe(false)
  })
})
