import { describe, expect, it } from 'vitest'
import { HostPermissions, placeOf } from './host-permissions.ts'

const lifts = (allowHosts: readonly string[], url: string) =>
  new HostPermissions({ allowHosts }).lifts('private', placeOf(new URL(url)))

describe('hosts that are allowed', () => {
  it.each([
    ['search.lan', 'http://search.lan/'],
    ['search.lan', 'https://search.lan:8443/'],
    ['Search.LAN.', 'http://search.lan/'],
    ['search.lan', 'http://SEARCH.lan./'],
    ['search.lan:8080', 'http://search.lan:8080/'],
    ['search.lan:80', 'http://search.lan/'],
    ['search.lan:443', 'https://search.lan/'],
    ['10.0.0.5', 'http://10.0.0.5:9000/'],
    ['10.0.0.5', 'http://0xa.5/'],
    ['10.0.0.5:9000', 'http://10.0.0.5:9000/'],
    ['fd00::1', 'http://[fd00:0::1]:8080/'],
    ['[fd00::1]', 'http://[fd00::1]/'],
    ['[fd00::1]:8080', 'http://[fd00::1]:8080/'],
    ['bücher.lan', 'http://xn--bcher-kva.lan/'],
  ])('%s lifts the rule for %s', (entry, url) => {
    expect(lifts([entry], url)).toBe(true)
  })

  it.each([
    ['search.lan', 'http://other.lan/'],
    ['search.lan', 'http://a.search.lan/'],
    ['search.lan', 'http://search.lan.evil.test/'],
    ['search.lan:8080', 'http://search.lan/'],
    ['search.lan:80', 'https://search.lan/'],
    ['10.0.0.5', 'http://10.0.0.50/'],
    ['[fd00::1]:8080', 'http://[fd00::1]/'],
  ])('%s does not lift the rule for %s', (entry, url) => {
    expect(lifts([entry], url)).toBe(false)
  })

  it.each([
    '',
    '*',
    '*.lan',
    'http://search.lan',
    'search.lan/',
    'search.lan:',
    'search.lan:x',
    'a b',
    'user@lan',
    'lan:99999',
    '[::1',
  ])('%j is not a host: it is told at once', (entry) => {
    expect(() => new HostPermissions({ allowHosts: [entry] })).toThrow(
      `\`allowHosts\` has \`${entry}\`, which is neither a host nor a host:port, such as \`search.lan:8080\`.`,
    )
  })

  it('never lift what no host of a network has', () => {
    const permissions = new HostPermissions({ allowLoopback: true, allowHosts: ['a.test'] })
    const place = { host: 'a.test', port: 80 }
    const lifted = (
      [
        'loopback',
        'private',
        'shared',
        'link-local',
        'metadata',
        'multicast',
        'broadcast',
        'unspecified',
        'embedded',
        'reserved',
      ] as const
    ).filter((rule) => permissions.lifts(rule, place))
    expect(lifted).toEqual(['loopback', 'private', 'shared'])
  })

  it('are none by default', () => {
    const permissions = new HostPermissions({})
    expect(permissions.lifts('loopback', { host: '127.0.0.1', port: 80 })).toBe(false)
  })

  it('are not needed for this machine when loopback is allowed, but for its network', () => {
    const permissions = new HostPermissions({ allowLoopback: true })
    const place = { host: 'a.test', port: 80 }
    expect([permissions.lifts('loopback', place), permissions.lifts('private', place)]).toEqual([true, false])
  })
})
