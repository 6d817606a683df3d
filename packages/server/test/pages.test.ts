import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelOf, says } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { testServer } from './support/test-server.ts'

async function served(): Promise<string> {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Gyre</title>')
  writeFileSync(join(folder, 'assets', 'main-x1.js'), 'export const gyre = 1')
  const server = await testServer({ model: modelOf(() => says('Hello.')), server: { pages: folder } })
  onTestFinished(() => server.close())
  return server.url
}

describe('a server with web pages', () => {
  it.each(['/', '/chat', '/sessions/ses_1/steps', '/admin/prompts'])(
    'gives the page at %s to anybody',
    async (path) => {
      const response = await fetch(`${await served()}${path}`)
      expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>Gyre</title>'])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toMatch(
        /default-src 'none'; script-src 'self'; style-src 'self'/,
      )
    },
  )

  it('lets browsers keep what never changes, and packs it', async () => {
    const response = await fetch(`${await served()}/assets/main-x1.js`)
    expect(await response.text()).toBe('export const gyre = 1')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each(['/api/v1/nothing', '/assets/other.js', '/nothing', '/..%2fpackage.json'])(
    'has no page at %s',
    async (path) => {
      const response = await fetch(`${await served()}${path}`)
      expect(response.headers.get('content-type')).toContain('application/json')
      expect([401, 404]).toContain(response.status)
    },
  )

  it('tells a browser that was led nowhere by a page, and a program by an error', async () => {
    const url = `${await served()}/nothing/here`
    const response = await fetch(url, { headers: { accept: 'text/html,*/*' } })
    expect([response.status, await response.text()]).toEqual([404, '<!doctype html><title>Gyre</title>'])
    expect(await (await fetch(url)).json()).toMatchObject({ error: { code: 'route-unknown' } })
    const api = await fetch(`${await served()}/api/v1/nothing`, { headers: { accept: 'text/html' } })
    expect(api.headers.get('content-type')).toContain('application/json')
  })

  it('still asks for a key where data is', async () => {
    expect((await fetch(`${await served()}/api/v1/sessions`)).status).toBe(401)
  })
})
