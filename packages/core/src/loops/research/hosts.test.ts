import { describe, expect, it } from 'vitest'
import { hostOf, mayRead, onlySite } from './hosts.ts'

describe('hostOf', () => {
  it.each([
    ['https://www.example.org/a?b#c', 'example.org'],
    ['http://News.Example.org:8080/', 'news.example.org'],
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
})

describe('onlySite', () => {
  it.each([
    [['a.example'], 'a.example'],
    [[], undefined],
    [['a.example', 'b.example'], undefined],
    [['*.gov'], undefined],
    [['localhost'], undefined],
    [['a.example OR b.example'], undefined],
  ])('of %j is %j', (allow, site) => {
    expect(onlySite({ allow, deny: [] })).toBe(site)
  })
})
