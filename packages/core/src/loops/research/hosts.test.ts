import { describe, expect, it } from 'vitest'
import { config } from './config.ts'
import { hostOf, isHostPattern, mayRead, onlySite } from './hosts.ts'

describe('hostOf', () => {
  it.each([
    ['https://www.example.org/a?b#c', 'example.org'],
    ['http://News.Example.org:8080/', 'news.example.org'],
    ['https://evil.example./a', 'evil.example'],
    ['notes/lamps.md', 'notes/lamps.md'],
    ['file:///notes/lamps.md', 'file:///notes/lamps.md'],
    ['', ''],
  ])('of %j is %j', (url, host) => {
    expect(hostOf(url)).toBe(host)
  })
})

describe('mayRead', () => {
  const rules = (allow: readonly string[], deny: readonly string[] = []) => ({ allow, deny })

  it.each([
    ['all where nothing is said', 'https://a.example/', rules([]), true],
    ['a host that is allowed', 'https://a.example/', rules(['a.example']), true],
    ['its subdomains', 'https://news.a.example/', rules(['a.example']), true],
    ['it with `www`', 'https://www.a.example/', rules(['www.a.example']), true],
    ['it in capitals', 'https://a.example/', rules(['A.Example']), true],
    ['what a glob means', 'https://city.gov/', rules(['*.gov']), true],
    ['no host that is not allowed', 'https://b.example/', rules(['a.example']), false],
    ['no host that only ends like one', 'https://nota.example/', rules(['a.example']), false],
    ['no host that only begins like one', 'https://a.example.evil.example/', rules(['a.example']), false],
    ['no host that a glob does not mean', 'https://gov.example/', rules(['*.gov']), false],
    ['no host that is denied', 'https://a.example/', rules([], ['a.example']), false],
    ['none of its subdomains', 'https://x.y.a.example/', rules([], ['a.example']), false],
    ['nothing denied, though it is allowed', 'https://a.example/', rules(['a.example'], ['*.example']), false],
    ['its own subdomain, where that alone is allowed', 'https://a.example/', rules(['news.a.example']), false],
  ])('lets %s be read: %s', (_, url, given, expected) => {
    expect(mayRead(url, given)).toBe(expected)
  })

  it.each([
    'evil.example',
    'evil.example.',
    'Evil.Example',
    'www.evil.example',
    'evil.example/',
    'evil.example:8443',
    'https://evil.example',
    'HTTPS://www.Evil.example:443/',
    '*.example',
  ])('takes %j for the host that is meant', (entry) => {
    expect(isHostPattern(entry)).toBe(true)
    const pages = [
      'https://evil.example/x',
      'http://www.EVIL.example:8080/',
      'https://evil.example./',
      'https://a.evil.example',
    ]
    for (const url of pages) {
      expect(mayRead(url, rules([], [entry]))).toBe(false)
      expect(mayRead(url, rules([entry]))).toBe(true)
    }
    expect(mayRead('https://good.test/', rules([], [entry]))).toBe(true)
  })

  it('takes a host in another script for the one that addresses have', () => {
    expect(mayRead('https://bücher.example/', rules([], ['Bücher.example']))).toBe(false)
  })

  it('takes the path of a document as it is', () => {
    expect(mayRead('notes/lamps.md', rules([], ['notes/*.md']))).toBe(false)
    expect(mayRead('notes/lamps.md', rules([], ['notes']))).toBe(true)
  })
})

describe('onlySite', () => {
  it.each([
    [['a.example'], 'a.example'],
    [['https://A.example/'], 'a.example'],
    [[], undefined],
    [['a.example', 'b.example'], undefined],
    [['*.gov'], undefined],
    [['localhost'], undefined],
    [['a.example OR b.example'], undefined],
  ])('of %j is %j', (allow, site) => {
    expect(onlySite({ allow, deny: [] })).toBe(site)
  })
})

describe('the settings', () => {
  it.each(['https://evil.example/page', 'ftp://evil.example', 'https://evil.example?x', 'mailto:a@evil.example'])(
    'refuse %j, which is no host',
    (entry) => {
      const { error } = config.safeParse({ deny: [entry] })
      expect(error?.issues).toMatchObject([
        { path: ['deny', 0], message: 'Name a host, such as `example.org`; one page of it cannot be meant.' },
      ])
    },
  )

  it('take hosts, globs and documents', () => {
    const deny = ['evil.example', '*.gov', 'https://evil.example/', '[::1]:80', 'notes/lamps.md']
    expect(config.parse({ deny }).deny).toEqual(deny)
  })
})
