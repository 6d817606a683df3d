import { scriptedModel } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testServer } from './support/test-server.ts'

async function opened(server: { readonly isOpen?: boolean } = {}) {
  const running = await testServer({ model: scriptedModel(), server })
  onTestFinished(() => running.close())
  return running
}

describe('the page at the address of the server', () => {
  it('is where a browser comes to that has logged in, and says so', async () => {
    const { url, loginLink } = await opened()
    const login = await fetch(await loginLink(), { redirect: 'manual' })
    const [cookie = ''] = (login.headers.get('set-cookie') ?? '').split(';')
    const page = await fetch(new URL(login.headers.get('location') ?? '', url), { headers: { cookie } })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const text = await page.text()
    expect(text).toContain('You are logged in as')
    expect(text).toContain(`<code>${url}/v1</code>`)
  })

  it('is there for everybody, without a key', async () => {
    const { url } = await opened()
    expect(await (await fetch(url)).text()).toContain('You are not logged in.')
    const forged = await fetch(url, { headers: { cookie: `gyre_session_${new URL(url).port}=guess` } })
    expect(await forged.text()).toContain('You are not logged in.')
  })

  it('says that nobody is asked where nobody is', async () => {
    const { url } = await opened({ isOpen: true })
    expect(await (await fetch(url)).text()).toContain('Nobody is asked for a key here')
  })

  it('has its style from the server itself, as the policy wants it', async () => {
    const { url } = await opened()
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self'")
    const [, at = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(await page.text()) ?? []
    const style = await fetch(`${url}${at}`)
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it('looks the same where a link logs nobody in', async () => {
    const { url } = await opened()
    const refused = await fetch(`${url}/login?token=guess`)
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('href="/gyre.css"')])
  })
})
