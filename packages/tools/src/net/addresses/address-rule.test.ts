import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardedFetch } from '../guarded-fetch.ts'
import { type AddressRule, addressCheck } from './address-rule.ts'

const ruleOf = await addressCheck()

/** The registries of special addresses, as a second opinion. */
function registry(family: 'ipv4' | 'ipv6', ...lines: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of lines.flatMap((line) => line.split(' '))) {
    const [first = '', bits] = network.split('/')
    list.addSubnet(first, Number(bits), family)
  }
  return (address) => list.check(address, family)
}

const isSpecialIpv4 = registry(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24',
  '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32',
)

/** All that is not in 2000::/3, and what is special inside it. */
const isSpecialIpv6 = registry('ipv6', '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 3fff::/20 2620:4f:8000::/48')

const anyIpv4 = fc.ipV4()

/** Every IPv4 network whose hosts nobody outside may be asked for. */
const privateIpv4 = fc
  .oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), fc.nat(255), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.integer({ min: 224, max: 255 }), fc.nat(255), fc.nat(255), fc.nat(255)),
  )
  .map(([a, b, c, d]) => [a, b, c, d] as const)

type Octets = readonly [number, number, number, number]

const hex = (high: number, low: number) => ((high << 8) | low).toString(16)

/** The same number in bases that hosts may be written in. */
const number = (value: number) =>
  fc.oneof(
    fc.constant(String(value)),
    fc.constant(`0x${value.toString(16)}`),
    fc.constant(`0X${value.toString(16).toUpperCase()}`),
    fc.nat(4).map((zeros) => `0x${'0'.repeat(zeros)}${value.toString(16)}`),
    fc.nat(4).map((zeros) => `0${'0'.repeat(zeros)}${value.toString(8)}`),
  )

/** One to four numbers, the last for all that is left. */
const dotted = ([a, b, c, d]: Octets) =>
  fc
    .constantFrom(
      [a, b, c, d],
      [a, b, c * 2 ** 8 + d],
      [a, b * 2 ** 16 + c * 2 ** 8 + d],
      [a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d],
    )
    .chain((parts) => fc.tuple(...parts.map(number)))
    .map((parts) => parts.join('.'))

/** Each character as itself, with its percent code, or as a look-alike that counts as the same. */
const disguised = (text: string) =>
  fc
    .tuple(
      ...[...text].map((letter) =>
        fc.constantFrom(
          letter,
          `%${letter.charCodeAt(0).toString(16)}`,
          letter === '.' ? '。' : String.fromCodePoint(letter.charCodeAt(0) + 0xfee0),
        ),
      ),
    )
    .map((letters) => letters.join(''))

const inIpv6 = ([a, b, c, d]: Octets) =>
  fc.constantFrom(
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::FFFF:${hex(a, b)}:${hex(c, d)}]`,
    `[0:0:0:0:0:ffff:${a}.${b}.${c}.${d}]`,
    `[::${a}.${b}.${c}.${d}]`,
    `[::ffff:0:${a}.${b}.${c}.${d}]`,
    `[64:ff9b::${a}.${b}.${c}.${d}]`,
    `[2002:${hex(a, b)}:${hex(c, d)}::1]`,
    `[2001:0:${hex(a, b)}:${hex(c, d)}::a247:27dd]`,
    `[2001:0:5db8:d822:0:0:${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}]`,
  )

describe('the rule of an address', () => {
  it.each<readonly [string, AddressRule | undefined]>([
    ['93.184.216.34', undefined],
    ['1.1.1.1', undefined],
    ['9.255.255.255', undefined],
    ['11.0.0.0', undefined],
    ['100.63.255.255', undefined],
    ['100.128.0.0', undefined],
    ['126.255.255.255', undefined],
    ['128.0.0.0', undefined],
    ['172.15.255.255', undefined],
    ['172.32.0.0', undefined],
    ['192.167.255.255', undefined],
    ['223.255.255.255', undefined],
    ['2606:4700::6810:84e5', undefined],
    ['2a00:1450:4001:81b::200e', undefined],
    ['64:ff9b::5db8:d822', undefined],
    ['2002:5db8:d822::1', undefined],
    ['2001:0:5db8:d822::a247:27dd', undefined],
    ['64:ff9b::a83f:8110', 'embedded'],
    ['64:ff9b:1::5db8:d822', 'reserved'],
    ['::1', 'loopback'],
    ['fd00:ec2::254', 'metadata'],
    ['fe80::1%eth0', 'reserved'],
    ['2606:4700::1%eth0', 'reserved'],
    ['localhost', 'reserved'],
    ['', 'reserved'],
    ['1.2.3.4/8', 'reserved'],
  ])('%s: %s', (address, rule) => {
    expect(ruleOf(address)).toBe(rule)
  })

  it('is there for an IPv4 address exactly when the registry has it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyIpv4,
          privateIpv4.map((octets) => octets.join('.')),
        ),
        (address) => {
          expect(ruleOf(address) !== undefined).toBe(isSpecialIpv4(address))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('is there for an IPv6 address exactly when the registry has it, tunnels left aside', () => {
    const starts = fc.constantFrom(
      0x2001,
      0x2002,
      0x2400,
      0x2620,
      0x2a00,
      0x3fff,
      0x64,
      0xfc00,
      0xfe80,
      0xff02,
      0,
      0x100,
    )
    const part = fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0xdb8, 0xff9b, 0xffff, 2, 3))
    const address = fc
      .tuple(fc.oneof(starts, fc.nat(0xffff)), fc.array(part, { minLength: 7, maxLength: 7 }))
      .map(([first, rest]) => [first, ...rest].map((each) => each.toString(16)).join(':'))
      .filter((each) => !/^(?:2002:|2001:0:|64:ff9b:0:0:0:0:)/.test(each))
    fc.assert(
      fc.property(address, (each) => {
        expect(ruleOf(each) !== undefined).toBe(isSpecialIpv6(each))
      }),
      { numRuns: 2000 },
    )
  })

  it('is that of the IPv4 address inside, for a tunnel', () => {
    fc.assert(
      fc.property(anyIpv4, (inner) => {
        const [a = 0, b = 0, c = 0, d = 0] = inner.split('.').map(Number)
        const expected = ruleOf(inner) === undefined ? undefined : 'embedded'
        expect(ruleOf(`64:ff9b::${inner}`)).toBe(expected)
        expect(ruleOf(`2002:${hex(a, b)}:${hex(c, d)}::1`)).toBe(expected)
        expect(ruleOf(`2001:0:${hex(a, b)}:${hex(c, d)}::a247:27dd`)).toBe(expected)
      }),
      { numRuns: 1000 },
    )
  })

  it('is there for any text that is no address, and nothing throws', () => {
    fc.assert(fc.property(fc.string(), (text) => ruleOf(`${text}!`) === 'reserved'))
  })
})

describe('a private IPv4 address', () => {
  it('is refused in any of its spellings, and nobody is dialled', async () => {
    const dialled: string[] = []
    const fetch = guardedFetch({ lookup: async () => [] }, (_target, [first]) => {
      dialled.push(first?.address ?? '')
      return Promise.reject(new Error('dialled'))
    })
    const plain = privateIpv4.chain(dotted)
    const host = fc.oneof(
      plain,
      plain.map((text) => `${text}.`),
      plain.chain(disguised),
      privateIpv4.chain(inIpv6),
    )
    await fc.assert(
      fc.asyncProperty(host, fc.constantFrom('http', 'https'), async (each, scheme) => {
        await expect(fetch(`${scheme}://${each}/`)).rejects.toMatchObject({ code: 'address-refused' })
      }),
      { numRuns: 500 },
    )
    expect(dialled).toEqual([])
    await fetch.close()
  })

  it('is not the only one that can be spelled: a public one is dialled', async () => {
    const dialled: string[] = []
    const fetch = guardedFetch({}, (_target, [first]) => {
      dialled.push(first?.address ?? '')
      return Promise.reject(new Error('dialled'))
    })
    await fc.assert(
      fc.asyncProperty(dotted([93, 184, 216, 34]).chain(disguised), async (host) => {
        await expect(fetch(`http://${host}/`)).rejects.toMatchObject({ code: 'fetch-failed' })
      }),
      { numRuns: 50 },
    )
    expect([dialled.length, new Set(dialled)]).toEqual([50, new Set(['93.184.216.34'])])
    await fetch.close()
  })
})
