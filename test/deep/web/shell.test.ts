/** What stands around every view, in a real browser. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Request, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, type Gyre, startGyre, useBrowser, visit } from '../../web/visit.ts'

describe('the page', () => {
  const browser = useBrowser()
  let gyre: Gyre
  beforeAll(async () => {
    gyre = await startGyre()
  })
  afterAll(() => gyre.close())

  it('opens by the link that the server prints, on the examples as long as there is nothing else', async () => {
    const { page, context, complaints } = await visit(browser(), gyre)
    await page.getByRole('heading', { name: 'Thirteen loops. Pause, steer, fork and replay any of them.' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('shows who is new a model server of this machine, and uses it at one click', async () => {
    const models = { object: 'list', data: [{ id: 'tiny-llama', object: 'model' }] }
    const local = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(models))
    })
    await once(local.listen(0, '127.0.0.1'), 'listening')
    const baseUrl = `http://127.0.0.1:${(local.address() as AddressInfo).port}/v1`
    const other = await startGyre({ config: { models: { default: null, providers: { lmstudio: { baseUrl } } } } })
    const { page, context, complaints } = await visit(browser(), other)
    await page.goto(`${other.server.url}/welcome`)
    const found = page.getByRole('region', { name: 'On this machine' })
    await found.getByText('LM Studio answers on this machine').waitFor()
    await found.getByRole('button', { name: 'Use', exact: true }).click()
    await page.getByText('A model is connected.').waitFor()
    expect((await other.workplace.models.detect()).name).toBe('lmstudio/tiny-llama')
    expect(complaints).toEqual([])
    await context.close()
    await other.close()
    local.close()
  })

  it('tells a stranger how to log in, and shows nothing else', async () => {
    const context = await browser().newContext({ locale: 'en-US' })
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${gyre.server.url}/sessions`)
    await page.getByRole('heading', { name: 'You are not logged in' }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    // That it was refused is all that the browser says.
    expect(complaints.filter((each) => !each.includes('401'))).toEqual([])
    await context.close()
  })

  it('asks nobody but the server it came from', async () => {
    const { page, context } = await visit(browser(), gyre)
    const hosts = new Set<string>()
    page.on('request', (request: Request) => hosts.add(new URL(request.url()).host))
    for (const path of ['/chat', '/sessions', '/inbox', '/compare', '/compare/lab', '/welcome', '/admin/models']) {
      await page.goto(`${gyre.server.url}${path}`)
      await page.getByRole('main').waitFor()
    }
    expect([...hosts]).toEqual([new URL(gyre.server.url).host])
    await context.close()
  })

  it('loads less than 200 kB of packed JavaScript for the chat', async () => {
    const { page, context } = await visit(browser(), gyre)
    await page.goto('about:blank')
    const scripts: Promise<number>[] = []
    page.on('response', (response: Response) => {
      if (response.headers()['content-type']?.includes('javascript')) scripts.push(packedBytes(response))
    })
    await page.goto(`${gyre.server.url}/chat`)
    await page.getByRole('textbox').first().waitFor()
    const bytes = (await Promise.all(scripts)).reduce((sum, each) => sum + each, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(200_000)
    await context.close()
  })

  it('finds a place, an action or a goal by a few letters, with the keyboard alone', async () => {
    const { page, context, complaints } = await visit(browser(), gyre)
    await page.keyboard.press('Control+k')
    await page.locator('[role=combobox]:focus').waitFor()
    await page.keyboard.type('prompts')
    await page.getByRole('option', { name: 'Prompts', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/prompts')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Find or do anything').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  it('keeps the theme that somebody chose', async () => {
    const { page, context } = await visit(browser(), gyre, { theme: 'light' })
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
    expect(await theme()).toBe('light')
    await page.getByRole('button', { name: 'Switch to dark theme' }).first().click()
    expect(await theme()).toBe('dark')
    await page.reload()
    expect(await theme()).toBe('dark')
    await context.close()
  })

  it('says what is at an address that leads nowhere', async () => {
    const { page, context } = await visit(browser(), gyre)
    await page.goto(`${gyre.server.url}/sessions/ses_nothing`)
    await page.getByText('There is nothing at this address').waitFor()
    await context.close()
  })
})

async function packedBytes(response: Response): Promise<number> {
  const body = await response.body()
  // What the browser was sent is unpacked by now; it is packed as the server does.
  return gzipSync(body[0] === 0x1f ? gunzipSync(body) : body).length
}
