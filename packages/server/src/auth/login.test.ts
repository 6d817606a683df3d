import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { BrowserSessions, csrfTokenOf, isCsrfToken } from './browser-sessions.ts'
import { LoginLinks } from './login-links.ts'

const minute = 60_000
const day = 86_400_000

function open() {
  const { keyValue } = memoryStore()
  let at = Date.UTC(2026, 4, 1)
  const now = () => at
  return {
    links: new LoginLinks({ keyValue, now }),
    browsers: new BrowserSessions({ keyValue, now }),
    pass: (ms: number) => (at += ms),
  }
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

describe('a login link', () => {
  it('works once', async () => {
    const { links } = open()
    const link = await links.make('http://127.0.0.1:4111')
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:4111\/login\?token=[\w-]{43}$/)
    expect(await links.use(tokenOf(link))).toBe(true)
    expect(await links.use(tokenOf(link))).toBe(false)
  })

  it('works for one of those who use it at once', async () => {
    const { links } = open()
    const token = tokenOf(await links.make('http://127.0.0.1:4111'))
    const uses = await Promise.all([links.use(token), links.use(token), links.use(token)])
    expect(uses.filter(Boolean)).toEqual([true])
  })

  it('works for 15 minutes', async () => {
    const { links, pass } = open()
    const [early, late] = [await links.make('http://localhost'), await links.make('http://localhost')].map(tokenOf)
    pass(15 * minute - 1)
    expect(await links.use(early!)).toBe(true)
    pass(1)
    expect(await links.use(late!)).toBe(false)
  })

  it('is not one that nobody made', async () => {
    const { links } = open()
    expect(await links.use('')).toBe(false)
    expect(await links.use('A'.repeat(43))).toBe(false)
  })
})

describe('a browser that is logged in', () => {
  it('is so for 30 days, or until it logs out', async () => {
    const { browsers, pass } = open()
    const [one, other] = [await browsers.begin(), await browsers.begin()]
    await browsers.end(one)
    expect(await browsers.isOpen(one)).toBe(false)
    pass(30 * day - 1)
    expect(await browsers.isOpen(other)).toBe(true)
    pass(1)
    expect(await browsers.isOpen(other)).toBe(false)
  })

  it('has a token of its own, which no other has', async () => {
    const { browsers } = open()
    const [one, other] = [await browsers.begin(), await browsers.begin()]
    expect(isCsrfToken(csrfTokenOf(one), one)).toBe(true)
    expect(isCsrfToken(csrfTokenOf(other), one)).toBe(false)
    expect(isCsrfToken('', one)).toBe(false)
    expect(csrfTokenOf(one)).not.toContain(one)
  })
})
