/** The site of the docs, built, and looked at in a real browser. */
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StaticServer, serveFolder } from '../../web/static-server.ts'
import { complaintsOf, useBrowser } from '../../web/visit.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'gyre-site-'))
const program = join(root, 'node_modules/vitepress/bin/vitepress.js')

describe('the site of the docs', () => {
  const browser = useBrowser()
  let site: StaticServer
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [program, 'build', 'docs', '--outDir', folder], { cwd: root })
    site = await serveFolder(folder)
  }, 300_000)
  afterAll(() => {
    site.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const html = (path: string) => readFileSync(join(folder, path), 'utf8')

  async function open(path: string, options: { readonly width?: number; readonly scheme?: 'light' | 'dark' } = {}) {
    const { width = 1440, scheme = 'light' } = options
    const context = await browser().newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
      locale: 'en-US',
    })
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.goto(`${site.url}/${path}`)
    return { page, context, complaints, hosts }
  }

  it('has a page for the README, a guide, a loop, a decision, the commands and the API', () => {
    expect(html('index.html')).toContain('A durable runtime for agentic loops')
    expect(html('architecture.html')).toContain('One session')
    expect(html('loops/react.html')).toContain('<h1')
    expect(html('decisions/index.html')).toContain('001')
    expect(html('reference/cli.html')).toContain('id="gyre-run"')
    expect(html('reference/api/gyre.html')).toContain('id="defineloop"')
  })

  it('has no link that leads to no page or no heading', () => {
    const pages = globSync('**/*.html', { cwd: folder }).filter((path) => path !== '404.html')
    const anchors = new Map(pages.map((path) => [path, new Set(html(path).match(/(?<= id=")[^"]+/g))]))
    const dead = pages.flatMap((path) =>
      [...html(path).matchAll(/<a [^>]*?href="([^"]+)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => !/^[a-z]+:/.test(href) && !leads(path, href, anchors))
        .map((href) => `${path}: ${href}`),
    )
    expect(pages.length).toBeGreaterThan(100)
    expect(dead).toEqual([])
  })

  it('asks nobody but the server it came from', async () => {
    const { page, context, complaints, hosts } = await open('')
    await page.getByRole('link', { name: 'Choosing a loop' }).first().click()
    await page.getByRole('heading', { name: 'Choosing a loop' }).waitFor()
    expect([...hosts]).toEqual([new URL(site.url).host])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('finds words without a service', async () => {
    const { page, context, complaints, hosts } = await open('concepts.html')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('journal-mismatch')
    await page.locator('.result').first().waitFor()
    expect([...hosts]).toEqual([new URL(site.url).host])
    expect(complaints).toEqual([])
    await context.close()
  })

  it.each(['light', 'dark'] as const)('is %s where the reader likes that', async (scheme) => {
    const { page, context } = await open('concepts.html', { scheme })
    expect(await page.locator('html').evaluate((element) => element.classList.contains('dark'))).toBe(scheme === 'dark')
    await context.close()
  })

  it.each(['errors.html', 'configuration.html', 'architecture.html', 'loops/choosing.html', 'reference/api/gyre.html'])(
    'shows %s on a small screen without moving the whole page sideways',
    async (path) => {
      const { page, context } = await open(path, { width: 390 })
      expect(await sideways(page)).toBe(0)
      await context.close()
    },
  )
})

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

function leads(from: string, href: string, anchors: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const [path = '', anchor] = decodeURI(href).split('#')
  const meant = path === '' ? from : path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path)
  const file = meant === '' || meant.endsWith('/') ? `${meant}index.html` : meant
  const known = anchors.get(file) ?? anchors.get(`${file}.html`)
  return known !== undefined && (anchor === undefined || known.has(anchor))
}
