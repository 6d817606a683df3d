import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { WebPlan } from '../config/tools/toolbox-plan.ts'
import { documentAccess } from './document-access.ts'

const web = (given: Partial<WebPlan>): WebPlan => ({
  search: undefined,
  allowLoopback: false,
  allowHosts: [],
  robots: true,
  hostDelayMs: 0,
  ...given,
})

async function site() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['user-agent']}`)
    if (request.url === '/robots.txt') return response.end('User-agent: *\nDisallow: /private')
    return response.setHeader('content-type', 'text/plain').end('Kelp.')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, asked }
}

function accessBy(plan: WebPlan | undefined) {
  const access = documentAccess(plan)
  onTestFinished(() => access.close())
  return access
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('pages', () => {
  it('of this machine are read only where tools may, too', async () => {
    const { url, host, asked } = await site()
    for (const plan of [undefined, web({})])
      await expect(accessBy(plan).fetch(`${url}/a`)).rejects.toMatchObject({ code: 'address-refused' })
    expect(asked).toEqual([])
    for (const plan of [web({ allowLoopback: true }), web({ allowHosts: [host] })])
      expect(new TextDecoder().decode((await accessBy(plan).fetch(`${url}/a`)).bytes)).toBe('Kelp.')
    expect(asked.at(-1)).toMatch(/^\/a Gyre\/\d/)
  })

  it('are read as robots.txt says, unless the config says otherwise', async () => {
    const { url } = await site()
    await expect(accessBy(web({ allowLoopback: true })).fetch(`${url}/private`)).rejects.toThrow('robots.txt')
    const page = await accessBy(web({ allowLoopback: true, robots: false })).fetch(`${url}/private`)
    expect(page.contentType).toBe('text/plain')
  })
})

describe('pages of one host', () => {
  it('have the delay of the config between them', async () => {
    const { url, asked } = await site()
    const paths = () => asked.map((line) => line.split(' ')[0])
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const access = accessBy(web({ allowLoopback: true, robots: false, hostDelayMs: 3000 }))
    await access.fetch(`${url}/a`)
    const second = access.fetch(`${url}/b`)
    await vi.advanceTimersByTimeAsync(2999)
    // Another request goes all the way: one that had begun before would be there.
    await fetch(`${url}/other`)
    expect(paths()).toEqual(['/a', '/other'])
    await vi.advanceTimersByTimeAsync(1)
    await second
    expect(paths()).toEqual(['/a', '/other', '/b'])
  })
})

describe('hostile documents', () => {
  it.each([
    ['nested deep', `<html><body>${'<div>'.repeat(10_000)}<p>Kelp grows.</p>`],
    ['with a long attribute', `<html><body><p title="${'x'.repeat(5_000_000)}">Kelp grows.</p></body></html>`],
    ['never closed', '<html><body><script><!--'.repeat(1000)],
  ])('of HTML, %s, end in a text or an error of their own', async (_, html) => {
    const { read } = accessBy(undefined)
    const document = { bytes: bytesOf(html), contentType: 'text/html', url: 'file:///a.html' }
    const came = await read(document).then(
      ({ text }) => typeof text,
      (error: Error) => error.name,
    )
    expect(['string', 'GyreError']).toContain(came)
  })

  it('of PDF, broken, are refused', async () => {
    const { read } = accessBy(undefined)
    const document = { bytes: bytesOf('%PDF-1.4\nbroken'), contentType: 'application/pdf', url: 'file:///a.pdf' }
    await expect(read(document)).rejects.toThrow('The PDF cannot be read: the file is damaged.')
  })
})
