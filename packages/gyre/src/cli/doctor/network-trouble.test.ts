import { describe, expect, it } from 'vitest'
import { ignoredProxy, networkTrouble } from './network-trouble.ts'

const failed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

describe('what the network says', () => {
  it.each([
    ['ENOTFOUND', 'a.example is a name that no DNS server knows here (ENOTFOUND).'],
    ['ECONNREFUSED', 'a.example refuses connections: nothing listens on that port (ECONNREFUSED).'],
    ['UND_ERR_CONNECT_TIMEOUT', 'a.example does not answer in time (UND_ERR_CONNECT_TIMEOUT).'],
    ['ENETUNREACH', 'a.example cannot be reached from here (ENETUNREACH).'],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'a.example shows a TLS certificate that is not trusted here (DEPTH_ZERO_SELF_SIGNED_CERT).',
    ],
    ['CERT_HAS_EXPIRED', 'a.example shows a TLS certificate that is not trusted here (CERT_HAS_EXPIRED).'],
    [
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'a.example shows a TLS certificate that is not trusted here (UNABLE_TO_GET_ISSUER_CERT_LOCALLY).',
    ],
    ['ECONNRESET', 'a.example closed the connection, or speaks no HTTP (ECONNRESET).'],
  ])('is told in words: %s', (code, message) => {
    expect(networkTrouble(failed(code), 'a.example')?.message).toBe(message)
  })

  it('is the first failure where several addresses were tried', () => {
    const both = new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })])
    expect(networkTrouble(new TypeError('fetch failed', { cause: both }), 'a.example')?.message).toContain('refuses')
  })

  it('is nothing where something else went wrong', () => {
    expect(networkTrouble(new Error('A mistake.'), 'a.example')).toBeUndefined()
  })
})

describe('a proxy', () => {
  const url = new URL('https://api.example/v1')
  const set = { HTTPS_PROXY: 'http://proxy:3128' }

  it.each([
    ['is passed over', set, 'HTTPS_PROXY'],
    ['is passed over in small letters', { https_proxy: 'http://proxy:3128' }, 'https_proxy'],
    ['is used when Node is told to', { ...set, NODE_USE_ENV_PROXY: '1' }, undefined],
    ['is used when the option says so', { ...set, NODE_OPTIONS: '--use-env-proxy' }, undefined],
    ['is not for this host', { ...set, NO_PROXY: 'localhost, .example' }, undefined],
    ['is for another kind of address', { HTTP_PROXY: 'http://proxy:3128' }, undefined],
    ['is not there', {}, undefined],
  ])('%s', (_, env, variable) => {
    expect(ignoredProxy(env, url)).toBe(variable)
  })
})
