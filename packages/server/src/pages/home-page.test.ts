import { describe, expect, it } from 'vitest'
import { homePage } from './home-page.ts'

const visit = { version: '1.2.3', url: 'http://127.0.0.1:4111', visitor: 'stranger' } as const

describe('the page of the server', () => {
  it('says what this is, and where programs find what they speak', () => {
    const page = homePage(visit)
    expect(page).toContain('<h1>Gyre <small>1.2.3</small></h1>')
    expect(page).toContain('<a href="/api/v1/docs">http://127.0.0.1:4111/api/v1/docs</a>')
    expect(page).toContain('<dt>OpenAI base URL</dt><dd><code>http://127.0.0.1:4111/v1</code></dd>')
    expect(page).toContain('<dt>MCP</dt><dd><code>http://127.0.0.1:4111/mcp</code></dd>')
  })

  it.each([
    ['stranger', 'You are not logged in.'],
    ['browser', 'You are logged in as <strong>browser</strong>, an administrator of this server.'],
    ['anybody', 'Nobody is asked for a key here'],
  ] as const)('tells a %s how they stand', (visitor, words) => {
    expect(homePage({ ...visit, visitor })).toContain(words)
  })

  it('holds nothing that the policy of the server forbids, and no text as markup', () => {
    const page = homePage({ ...visit, version: '<script>alert(1)</script>' })
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
  })
})
