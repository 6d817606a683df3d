import { describe, expect, it, onTestFinished } from 'vitest'
import { certificateFor, trusted } from '../../test/net/certificate.ts'
import { type Answer, localServer } from '../../test/net/local-server.ts'
import { nameServer, type Zone } from '../../test/net/name-server.ts'
import { publicNetwork } from '../../test/net/public-network.ts'
import type { RefusalRule } from './addresses/refusal.ts'
import { safeFetch } from './safe-fetch.ts'
import type { SafeFetchOptions } from './safe-fetch-options.ts'

/** Names and where they lead. */
const zone: Zone = {
  'public.test': ['93.184.216.34'],
  'second.test': ['151.101.1.69'],
  'loopback.test': ['127.0.0.1'],
  'loopback-far.test': ['127.255.255.254'],
  'loopback6.test': ['::1'],
  'private10.test': ['10.1.2.3'],
  'private172.test': ['172.20.0.1'],
  'private192.test': ['192.168.0.1'],
  'shared.test': ['100.64.0.1'],
  'link-local.test': ['169.254.1.1'],
  'imds.test': ['169.254.169.254'],
  'azure.test': ['168.63.129.16'],
  'zero.test': ['0.0.0.0'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'unique-local.test': ['fd12:3456::1'],
  'site.test': ['fec0::1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'mixed-last.test': ['93.184.216.34', '151.101.1.69', '10.0.0.8'],
  'mixed-families.test': ['93.184.216.34', '::1'],
  'alias.test': 'loopback.test',
  'alias-of-alias.test': 'alias.test',
  'alias-of-mixed.test': 'mixed.test',
}

type Case = readonly [url: string, rule: RefusalRule]

/** Fetched by the fetch of production; `PORT` is that of a server on this machine. */
const spellings: readonly Case[] = [
  // Loopback in every spelling of IPv4.
  ['http://127.0.0.1:PORT/', 'loopback'],
  ['http://127.1:PORT/', 'loopback'],
  ['http://127.0.1:PORT/', 'loopback'],
  ['http://127.0.0.1.:PORT/', 'loopback'],
  ['http://2130706433:PORT/', 'loopback'],
  ['http://017700000001:PORT/', 'loopback'],
  ['http://0x7f000001:PORT/', 'loopback'],
  ['http://0X7F.0x0.0x0.0X1:PORT/', 'loopback'],
  ['http://0177.0.0.1:PORT/', 'loopback'],
  ['http://0000177.0000.00.01:PORT/', 'loopback'],
  ['http://0x7f.1:PORT/', 'loopback'],
  ['http://127.0x1:PORT/', 'loopback'],
  ['http://127.8.8.8:PORT/', 'loopback'],
  ['http://%31%32%37.0.0.1:PORT/', 'loopback'],
  ['http://127%2e0%2e0%2e1:PORT/', 'loopback'],
  ['http://１２７.０.０.１:PORT/', 'loopback'],
  ['http://①②⑦.⓪.⓪.①:PORT/', 'loopback'],
  ['http://127。0。0。1:PORT/', 'loopback'],
  ['http://127．0．0．1:PORT/', 'loopback'],
  ['http:\\\\127.0.0.1:PORT\\', 'loopback'],
  ['http:127.0.0.1:PORT', 'loopback'],
  ['ht\ntp://127.0\t.0.1:PORT/', 'loopback'],
  ['  HTTP://127.0.0.1:PORT/', 'loopback'],
  ['https://127.0.0.1:PORT/', 'loopback'],
  ['http://0:PORT/', 'unspecified'],
  ['http://0.0.0.0:PORT/', 'unspecified'],
  ['http://0x0:PORT/', 'unspecified'],
  // Loopback and others in IPv6.
  ['http://[::1]:PORT/', 'loopback'],
  ['http://[0:0:0:0:0:0:0:1]:PORT/', 'loopback'],
  ['http://[0000::0001]:PORT/', 'loopback'],
  ['http://[::]:PORT/', 'unspecified'],
  ['http://[::ffff:127.0.0.1]:PORT/', 'embedded'],
  ['http://[::ffff:7f00:1]:PORT/', 'embedded'],
  ['http://[0:0:0:0:0:FFFF:7F00:0001]:PORT/', 'embedded'],
  ['http://[::ffff:10.0.0.1]/', 'embedded'],
  ['http://[::ffff:93.184.216.34]/', 'embedded'],
  ['http://[::127.0.0.1]:PORT/', 'embedded'],
  ['http://[::ffff:0:127.0.0.1]:PORT/', 'embedded'],
  ['http://[64:ff9b::127.0.0.1]:PORT/', 'embedded'],
  ['http://[64:ff9b::a9fe:a9fe]/', 'embedded'],
  ['http://[64:ff9b:1::1]/', 'reserved'],
  ['http://[2002:7f00:1::]:PORT/', 'embedded'],
  ['http://[2002:a00:1::1]/', 'embedded'],
  ['http://[2001:0:5db8:d822::80ff:fffe]/', 'embedded'],
  ['http://[2001:0:a00:1::3fff:fddd]/', 'embedded'],
  ['http://[fe80::1]/', 'link-local'],
  ['http://[fe80::1%25eth0]/', 'address'],
  ['http://[::1%25lo]:PORT/', 'address'],
  ['http://[fc00::1]/', 'private'],
  ['http://[fdff::1]/', 'private'],
  ['http://[fd00:ec2::254]/', 'metadata'],
  ['http://[ff02::1]/', 'multicast'],
  ['http://[fec0::1]/', 'reserved'],
  ['http://[100::1]/', 'reserved'],
  ['http://[2001:db8::1]/', 'reserved'],
  ['http://[3fff::1]/', 'reserved'],
  ['http://[2001:2::1]/', 'reserved'],
  ['http://[4000::1]/', 'reserved'],
  // Networks that are not the public one.
  ['http://10.0.0.1/', 'private'],
  ['http://10.255.255.255/', 'private'],
  ['http://167772161/', 'private'],
  ['http://012.0.0.1/', 'private'],
  ['http://172.16.0.1/', 'private'],
  ['http://172.31.255.254/', 'private'],
  ['http://192.168.1.1/', 'private'],
  ['http://0xc0.0xa8.1/', 'private'],
  ['http://100.64.0.1/', 'shared'],
  ['http://100.127.255.254/', 'shared'],
  ['http://169.254.10.10/', 'link-local'],
  ['http://169.254.169.254/latest/meta-data/', 'metadata'],
  ['http://2852039166/latest/meta-data/', 'metadata'],
  ['http://0xa9fea9fe/', 'metadata'],
  ['http://100.100.100.200/', 'metadata'],
  ['http://168.63.129.16/', 'metadata'],
  ['http://192.0.0.192/', 'metadata'],
  ['http://224.0.0.1/', 'multicast'],
  ['http://239.255.255.250/', 'multicast'],
  ['http://255.255.255.255/', 'broadcast'],
  ['http://240.0.0.1/', 'reserved'],
  ['http://192.0.2.1/', 'reserved'],
  ['http://198.51.100.7/', 'reserved'],
  ['http://203.0.113.9/', 'reserved'],
  ['http://198.18.0.1/', 'reserved'],
  ['http://192.88.99.1/', 'reserved'],
  // Names of this machine and its network.
  ['http://localhost:PORT/', 'loopback'],
  ['http://LocalHost.:PORT/', 'loopback'],
  ['http://localhost%2e:PORT/', 'loopback'],
  ['http://loc%61lhost:PORT/', 'loopback'],
  ['http://ｌｏｃａｌｈｏｓｔ:PORT/', 'loopback'],
  ['http://lo\u00adcalhost:PORT/', 'loopback'],
  ['http://a.b.localhost:PORT/', 'loopback'],
  ['http://metadata.google.internal/computeMetadata/v1/', 'metadata'],
  ['http://METADATA.google.internal./', 'metadata'],
  ['http://metadata/', 'metadata'],
  ['http://instance-data/latest/', 'metadata'],
  ['http://intranet/', 'local-name'],
  ['http://printer.local/', 'local-name'],
  ['http://vault.service.internal/', 'local-name'],
  ['http://router.home.arpa/', 'local-name'],
  // Names that lead where they should not.
  ['http://loopback.test:PORT/', 'loopback'],
  ['http://LOOPBACK.test.:PORT/', 'loopback'],
  ['http://loopback-far.test:PORT/', 'loopback'],
  ['http://loopback6.test:PORT/', 'loopback'],
  ['http://private10.test/', 'private'],
  ['http://private172.test/', 'private'],
  ['http://private192.test/', 'private'],
  ['http://shared.test/', 'shared'],
  ['http://link-local.test/', 'link-local'],
  ['http://imds.test/', 'metadata'],
  ['http://azure.test/', 'metadata'],
  ['http://zero.test:PORT/', 'unspecified'],
  ['http://mapped.test:PORT/', 'embedded'],
  ['http://nat64.test:PORT/', 'embedded'],
  ['http://unique-local.test/', 'private'],
  ['http://site.test/', 'reserved'],
  ['http://mixed.test:PORT/', 'loopback'],
  ['http://mixed-last.test:PORT/', 'private'],
  ['http://mixed-families.test:PORT/', 'loopback'],
  ['http://alias.test:PORT/', 'loopback'],
  ['http://alias-of-alias.test:PORT/', 'loopback'],
  ['http://alias-of-mixed.test:PORT/', 'loopback'],
  ['https://loopback.test:PORT/', 'loopback'],
  // Other schemes.
  ['file:///etc/passwd', 'scheme'],
  ['file://127.0.0.1/etc/passwd', 'scheme'],
  ['ftp://127.0.0.1:PORT/', 'scheme'],
  ['gopher://127.0.0.1:PORT/_GET', 'scheme'],
  ['data:text/html,<p>Hello', 'scheme'],
  ['blob:http://127.0.0.1:PORT/1', 'scheme'],
  ['javascript:fetch("http://127.0.0.1")', 'scheme'],
  ['ws://127.0.0.1:PORT/', 'scheme'],
  ['wss://127.0.0.1:PORT/', 'scheme'],
  ['about:blank', 'scheme'],
  ['view-source:http://127.0.0.1:PORT/', 'scheme'],
  ['jar:http://127.0.0.1:PORT/!/', 'scheme'],
  ['dict://127.0.0.1:PORT/', 'scheme'],
  ['unix:///var/run/docker.sock', 'scheme'],
  ['localhost:PORT', 'scheme'],
  // No address at all.
  ['', 'address'],
  ['//127.0.0.1:PORT/', 'address'],
  ['http://', 'address'],
  ['http://127.0.0.1:99999/', 'address'],
  ['http://127.0.0.256:PORT/', 'address'],
  ['http://127.0.0.1%00.public.test:PORT/', 'address'],
  ['http://public.test:PORT@', 'address'],
  // Credentials.
  ['http://user:secret@127.0.0.1:PORT/', 'credentials'],
  ['http://user@public.test/', 'credentials'],
  ['http://public.test@127.0.0.1:PORT/', 'credentials'],
  ['http://public.test%40127.0.0.1:PORT/', 'address'],
  ['http://:secret@public.test/', 'credentials'],
  // Ports of other protocols.
  ['http://public.test:0/', 'port'],
  ['http://public.test:21/', 'port'],
  ['http://public.test:22/', 'port'],
  ['http://public.test:25/', 'port'],
  ['https://public.test:53/', 'port'],
  ['http://public.test:587/', 'port'],
  ['http://public.test:6000/', 'port'],
  ['http://public.test:6667/', 'port'],
  ['http://public.test:10080/', 'port'],
]

/** A fetch of production that asks our name server, and a server that nobody may reach. */
async function machine(options: SafeFetchOptions = {}) {
  const victim = await localServer()
  const { lookup, asked } = await nameServer(zone)
  const fetch = safeFetch({ lookup, timeoutMs: 5000, ...options })
  onTestFinished(() => fetch.close())
  return { victim, fetch, asked }
}

/** An internet where `public.test` answers as told; whatever else is dialled reaches the victim. */
async function internet(answer: Answer, more: Zone = {}) {
  const victim = await localServer()
  const server = await localServer(answer)
  const second = await localServer((response) => response.end('second'))
  const { lookup, asked } = await nameServer({ ...zone, ...more })
  const places = { '93.184.216.34': server, '151.101.1.69': second, elsewhere: victim }
  return { victim, server, second, asked, ...publicNetwork(places, { lookup, timeoutMs: 5000 }) }
}

const to =
  (location: string, status = 302): Answer =>
  (response) => {
    response.writeHead(status, { location }).end()
  }

describe('an address that is refused', () => {
  it.each(spellings)('%j, by the rule `%s`', async (url, rule) => {
    const { victim, fetch } = await machine()
    const fetching = fetch(url.replaceAll('PORT', String(victim.port)))
    await expect(fetching).rejects.toMatchObject({ code: 'address-refused', details: { rule } })
    expect(victim.connections).toBe(0)
  })

  it('is none of those that a server on this machine could have: the table would be of no use', async () => {
    const { victim, fetch } = await machine({ allowLoopback: true })
    for (const host of ['127.1', '0x7f000001', '１２７.０.０.１', 'loopback.test']) {
      const response = await fetch(`http://${host}:${victim.port}/`)
      expect(await response.text()).toBe('Hello.')
    }
    expect(victim.requests.length).toBe(4)
  })

  it('is refused by its name before anybody is asked for it', async () => {
    const { fetch, asked } = await machine()
    await expect(fetch('http://metadata.google.internal/')).rejects.toThrow('`metadata.google.internal`')
    await expect(fetch('http://app.localhost/')).rejects.toThrow('`app.localhost`')
    expect(asked).toEqual([])
  })
})

describe('a redirect that is refused', () => {
  const targets: readonly Case[] = [
    ['http://127.0.0.1/', 'loopback'],
    ['//127.0.0.1/', 'loopback'],
    ['http://0x7f.1:8080/', 'loopback'],
    ['http://[::1]/', 'loopback'],
    ['http://[::ffff:7f00:1]/', 'embedded'],
    ['http://localhost./', 'loopback'],
    ['http://loopback.test/', 'loopback'],
    ['http://alias.test/', 'loopback'],
    ['http://mixed.test/', 'loopback'],
    ['http://private10.test/', 'private'],
    ['http://192.168.0.1/', 'private'],
    ['http://169.254.169.254/latest/', 'metadata'],
    ['http://metadata.google.internal/', 'metadata'],
    ['file:///etc/passwd', 'scheme'],
    ['ftp://second.test/', 'scheme'],
    ['gopher://second.test/', 'scheme'],
    ['data:text/plain,Hello', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['ws://second.test/', 'scheme'],
    ['http://user:secret@second.test/', 'credentials'],
    ['http://second.test:22/', 'port'],
    ['http://', 'address'],
    ['http://[::1', 'address'],
  ]

  it.each(targets)('to %j, by the rule `%s`', async (location, rule) => {
    const { victim, server, second, fetch } = await internet(to(location))
    const fetching = fetch('http://public.test/')
    await expect(fetching).rejects.toMatchObject({ code: 'address-refused', details: { rule } })
    expect([server.requests.length, second.connections, victim.connections]).toEqual([1, 0, 0])
  })

  it.each([301, 302, 303, 307, 308])('with status %d', async (status) => {
    const { victim, fetch } = await internet(to('http://127.0.0.1/', status))
    await expect(fetch('http://public.test/')).rejects.toMatchObject({ code: 'address-refused' })
    expect(victim.connections).toBe(0)
  })

  it('at the end of a chain', async () => {
    const steps: Readonly<Record<string, string>> = {
      '/': '/a',
      '/a': 'http://public.test/b',
      '/b': 'http://10.0.0.1/',
    }
    const { victim, server, fetch } = await internet((response, request) =>
      to(steps[request.path] ?? '/')(response, request),
    )
    await expect(fetch('http://public.test/')).rejects.toMatchObject({ details: { rule: 'private' } })
    expect([server.requests.map(({ path }) => path), victim.connections]).toEqual([['/', '/a', '/b'], 0])
  })

  it('from a host that is allowed to one on the same machine that is not, by the fetch of production', async () => {
    const victim = await localServer()
    const allowed = await localServer(to(`http://127.0.0.1:${victim.port}/`))
    const { fetch } = await machine({ allowHosts: [`127.0.0.1:${allowed.port}`] })
    await expect(fetch(allowed.url)).rejects.toMatchObject({ details: { rule: 'loopback' } })
    expect([allowed.requests.length, victim.connections]).toEqual([1, 0])
  })

  it('from https to http', async () => {
    const certificate = trusted(certificateFor('public.test'))
    const secure = await localServer(to('http://second.test/'), certificate)
    const [second, victim] = [await localServer(), await localServer()]
    const { lookup } = await nameServer(zone)
    const places = { '93.184.216.34': secure, '151.101.1.69': second, elsewhere: victim }
    const { fetch } = publicNetwork(places, { lookup, allowHosts: ['second.test'] })
    await expect(fetch('https://public.test/')).rejects.toMatchObject({
      code: 'address-refused',
      message: '`public.test` redirects from `https:` to `http:`, which is refused. No setting allows it.',
      details: { rule: 'downgrade' },
    })
    expect([secure.requests.length, second.connections]).toEqual([1, 0])
  })
})

describe('a name whose addresses change', () => {
  /** First public, from then on this machine. */
  function rebinding(): () => readonly string[] {
    let times = 0
    return () => (times++ === 0 ? ['93.184.216.34'] : ['127.0.0.1'])
  }

  it('is connected to at the address that was checked', async () => {
    const { victim, server, asked, dialled, fetch } = await internet((response) => response.end('public'), {
      'rebind.test': rebinding(),
    })
    const response = await fetch('http://rebind.test/')
    expect(await response.text()).toBe('public')
    expect([asked, dialled]).toEqual([['rebind.test'], ['93.184.216.34']])
    expect([server.connections, victim.connections]).toEqual([1, 0])
  })

  it('is refused when the next connection would go elsewhere', async () => {
    const { victim, fetch } = await internet((response) => response.setHeader('connection', 'close').end('public'), {
      'rebind.test': rebinding(),
    })
    await (await fetch('http://rebind.test/')).text()
    await expect(fetch('http://rebind.test/')).rejects.toMatchObject({ details: { rule: 'loopback' } })
    expect(victim.connections).toBe(0)
  })

  it('is refused when it redirects to itself and has changed meanwhile', async () => {
    const answer: Answer = (response) => response.writeHead(302, { location: '/again', connection: 'close' }).end()
    const { victim, fetch } = await internet(answer, { 'rebind.test': rebinding() })
    await expect(fetch('http://rebind.test/')).rejects.toMatchObject({ details: { rule: 'loopback' } })
    expect(victim.connections).toBe(0)
  })

  it('is judged by its first answer, by the fetch of production: nobody asks a second time', async () => {
    const victim = await localServer()
    let times = 0
    const { lookup } = await nameServer({ 'rebind.test': () => (times++ === 0 ? ['10.9.8.7'] : ['93.184.216.34']) })
    const fetch = safeFetch({ lookup })
    onTestFinished(() => fetch.close())
    await expect(fetch(`http://rebind.test:${victim.port}/`)).rejects.toMatchObject({ details: { rule: 'private' } })
    expect([times, victim.connections]).toEqual([1, 0])
  })
})

describe('a refusal', () => {
  it.each([
    [
      'http://127.0.0.1/',
      '`127.0.0.1` is a loopback address, which is refused. `toolboxes.web.allowLoopback` in the config file would allow it.',
    ],
    [
      'http://10.0.0.1/',
      '`10.0.0.1` is an address of a private network, which is refused. `toolboxes.web.allowHosts` in the config file with `10.0.0.1` would allow it.',
    ],
    [
      'http://private10.test/',
      '`private10.test` leads to an address of a private network, which is refused. `toolboxes.web.allowHosts` in the config file with `private10.test` would allow it.',
    ],
    [
      'http://imds.test/',
      '`imds.test` leads to an address for the metadata of a cloud, which is refused. No setting allows it.',
    ],
    [
      'http://intranet/',
      '`intranet` is a name of a local network, which is refused. `toolboxes.web.allowHosts` in the config file with `intranet` would allow it.',
    ],
    ['ftp://public.test/', '`ftp:` addresses are refused: only `http:` and `https:` are fetched.'],
    ['example.com', '`example.com` is not an address: write it whole, such as `https://example.com/page`.'],
  ])('of %s says the rule, the host and the setting', async (url, message) => {
    const { fetch } = await machine()
    await expect(fetch(url)).rejects.toThrow(message)
  })

  it('tells neither the address a name leads to nor a password', async () => {
    const { fetch } = await machine()
    const inside = await fetch('http://private10.test/').catch((error: unknown) => error)
    const password = await fetch('http://user:hunter2@public.test/').catch((error: unknown) => error)
    const told = (error: unknown) =>
      `${error} ${JSON.stringify(error)} ${JSON.stringify((error as { details: unknown }).details)}`
    expect(told(inside)).toContain('private10.test')
    expect(told(inside)).not.toContain('10.1.2.3')
    expect(told(password)).toContain('public.test')
    expect(told(password)).not.toContain('hunter2')
  })
})
