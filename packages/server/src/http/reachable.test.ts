import type { NetworkInterfaceInfo } from 'node:os'
import { describe, expect, it } from 'vitest'
import { urlsOf } from './reachable.ts'

const at = (address: string, internal = false): NetworkInterfaceInfo => {
  const rest = { address, internal, netmask: '', mac: '', cidr: null }
  return address.includes(':') ? { ...rest, family: 'IPv6', scopeid: 0 } : { ...rest, family: 'IPv4' }
}

const interfaces = {
  lo: [at('127.0.0.1', true), at('::1', true)],
  eth0: [at('192.168.1.5'), at('2001:db8::5'), at('fe80::1')],
}

describe('where a server is reached', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', 'http://127.0.0.1:4111'],
    ['::1', '::1', 'http://[::1]:4111'],
    ['LOCALHOST', '::1', 'http://localhost:4111'],
    ['192.168.1.5', '192.168.1.5', 'http://192.168.1.5:4111'],
  ])('is %s when it listens there', (host, address, url) => {
    expect(urlsOf({ host, address, port: 4111 }, interfaces)).toEqual([url])
  })

  it('is an address for a name, which it does not answer to', () => {
    const bound = { host: 'box.example.com', address: '192.168.1.5', port: 4111 }
    expect(urlsOf(bound, interfaces)).toEqual(['http://192.168.1.5:4111'])
  })

  it('is this machine and each interface when it listens on all', () => {
    expect(urlsOf({ host: '0.0.0.0', address: '0.0.0.0', port: 80 }, interfaces)).toEqual([
      'http://127.0.0.1:80',
      'http://192.168.1.5:80',
    ])
    expect(urlsOf({ host: '::', address: '::', port: 80 }, interfaces)).toEqual([
      'http://127.0.0.1:80',
      'http://192.168.1.5:80',
      'http://[2001:db8::5]:80',
    ])
  })
})
