/** What breaks in between: pages that are loaded anew, servers that go away, windows that nobody looks at. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type SilentLine, silentLine } from '../../web/silent-line.ts'
import {
  call,
  complaintsOf,
  type Gyre,
  hold,
  pace,
  startGyre,
  useBrowser,
  type Visitor,
  visit,
} from '../../web/visit.ts'

type Started = { readonly id: string; readonly thread: string }

const patience = { timeout: 10_000, interval: 20 }

describe('a session that is watched', () => {
  const browser = useBrowser()
  let line: SilentLine
  let gyre: Gyre
  let visitor: Visitor
  let release = () => {}
  beforeAll(async () => {
    line = await silentLine()
    gyre = await startGyre({ server: { allowedHosts: [new URL(line.url).host] } })
    line.leadTo(gyre.server.url)
    visitor = await visit(browser(), gyre)
  })
  afterEach(async () => {
    release()
    await visitor.context.setOffline(false)
    Object.assign(pace(), { wordMs: 0, says: undefined })
  })
  afterAll(async () => {
    await visitor.context.close()
    await line.close()
    await gyre.close()
  })

  const read = async (session: string) => (await gyre.workplace.runtime.read(session)).view
  const start = async (body: object) => (await call(visitor.page, 'POST', '/sessions', body)) as Started
  const goTo = (page: Page, { id }: Started) => page.goto(`${gyre.server.url}/sessions/${id}`)

  /** A session that is paused before its second model call. */
  async function paused(): Promise<Started> {
    release = hold()
    const session = await start({ loop: 'react', goal: 'What is 17 * 6 + 14?' })
    await call(visitor.page, 'POST', `/sessions/${session.id}/interventions`, { action: 'pause', body: {} })
    release()
    await vi.waitFor(async () => expect((await read(session.id)).status).toBe('paused'), patience)
    return session
  }

  async function steersOf({ id }: Started): Promise<readonly unknown[]> {
    const sent = await gyre.workplace.runtime.store.interventions.list(id)
    return sent.filter(({ action }) => action === 'steer').map(({ body }) => (body as { readonly text: string }).text)
  }

  it('goes on where it was when the page is loaded anew in the middle of its answer', async () => {
    const { page, complaints } = visitor
    const words = Array.from({ length: 60 }, (_, index) => `word${index + 1}`)
    Object.assign(pace(), { says: words.join(' '), wordMs: 40 })
    const { id, thread } = await start({ loop: 'direct', goal: 'Say sixty words.' })
    await page.goto(`${gyre.server.url}/chat/${thread}`)
    const text = page.getByRole('log').getByText(/word5 /)
    await text.waitFor()
    await page.reload()
    await page
      .getByRole('log')
      .getByText(/word20 /)
      .waitFor()
    expect(words.join(' ')).toContain((await text.allInnerTexts()).join())
    await page
      .getByRole('log')
      .getByText(/word60/)
      .waitFor()
    await page.getByText('answered').first().waitFor()
    expect(await text.allInnerTexts()).toEqual([words.join(' ')])
    // Each turn that the server has is there once, and nothing else.
    const turns = await gyre.workplace.runtime.list({ thread })
    expect(turns.map(({ id }) => id)).toEqual([id])
    expect((await read(id)).answer).toBe(words.join(' '))
    const log = page.getByRole('log')
    expect(await log.getByText('You: ').locator('..').allTextContents()).toEqual(['You: Say sixty words.'])
    expect(await log.getByRole('article').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  it('has each of its steps once when the page is loaded anew between them', async () => {
    const { page, complaints } = visitor
    Object.assign(pace(), { wordMs: 20 })
    const session = await start({ loop: 'plan-execute', goal: 'Add 17 and 25, multiply the result by 3.' })
    await goTo(page, session)
    const steps = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').getByRole('link')
    await steps.nth(1).waitFor()
    await page.reload()
    await steps.nth(1).waitFor()
    expect((await read(session.id)).outcome).toBeNull()
    await page.getByRole('status').getByText('answered').waitFor()
    const { rows } = await gyre.workplace.runtime.read(session.id)
    const made = rows.filter(({ kind }) => kind === 'generate' || kind === 'tool').map(({ path }) => path)
    expect(made.length).toBeGreaterThan(3)
    const links = await steps.evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href))
    const shown = links.map((link) => new URL(link).searchParams.get('step'))
    expect(shown.filter((path) => made.includes(path))).toEqual(made)
    expect(complaints).toEqual([])
  })

  it('tells those who watch it in two windows the same', async () => {
    const { page, context, complaints } = visitor
    const session = await start({ persona: 'hotel', goal: 'a double room in Eilat' })
    const other = await context.newPage()
    const complaintsOfOther = complaintsOf(other)
    await Promise.all([goTo(page, session), goTo(other, session)])
    await Promise.all([question(page).waitFor(), question(other).waitFor()])
    await steer(other, 'quiet rooms first')
    await sent(page, 'quiet rooms first').waitFor()
    await answer(page)
    for (const each of [page, other]) {
      await each.getByRole('status').getByText('answered').waitFor()
      expect(await question(each).count()).toBe(0)
      await sent(each, 'one night in Hanukkah').getByText('Applied').waitFor()
      await sent(each, 'quiet rooms first').getByText('Applied').waitFor()
    }
    expect([...complaints, ...complaintsOfOther]).toEqual([])
    await other.close()
  })

  it('says that it is cut off, and loses nothing that was written meanwhile', async () => {
    const { page, context, complaints } = visitor
    const session = await paused()
    await goTo(page, session)
    await page.getByRole('status').getByText('paused').waitFor()
    await page.getByRole('textbox', { name: 'Guidance' }).fill('quiet rooms first')
    await context.setOffline(true)
    // The browser tells of it a moment before it is so: what is tried in between gets through.
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await page.getByText(/The connection is cut\. The session goes on\./).waitFor()
    await page.getByRole('button', { name: 'Queue' }).click()
    await sent(page, 'quiet rooms first').getByText('Waiting for the connection').waitFor()
    expect(await steersOf(session)).toEqual([])
    // A session that is paused has nothing to tell, and nothing is under way: that it is connected again is seen all the same.
    await context.setOffline(false)
    await page.getByText(/The connection is cut/).waitFor({ state: 'detached' })
    await sent(page, 'quiet rooms first').getByText('Queued by you').waitFor()
    expect(await steersOf(session)).toEqual(['quiet rooms first'])
    await steering(page).getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('status').getByText('answered').waitFor()
    // Of what did not get through, the browser itself tells.
    expect(complaints.splice(0).filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })

  it('is taken up again when its stream falls silent and nobody tells that it is cut', async () => {
    const { page, context, complaints } = await visit(browser(), gyre)
    release = hold()
    const session = await start({ loop: 'react', goal: 'What is 17 * 6 + 14?' })
    await page.goto((await gyre.server.loginLink()).replace(gyre.server.url, line.url))
    await page.clock.install()
    await page.goto(`${line.url}/sessions/${session.id}`)
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    line.silence()
    release()
    await vi.waitFor(async () => expect((await read(session.id)).outcome).toBe('answered'), patience)
    expect(await page.getByRole('status').getByText('answered').count()).toBe(0)
    await page.clock.fastForward('00:46')
    await page.getByText(/The connection is cut\. The session goes on\./).waitFor()
    await page.getByRole('status').getByText('answered').waitFor()
    await page.getByText(/The connection is cut/).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is not watched for long by a window that nobody sees, and is whole when somebody looks again', async () => {
    const { page, complaints } = visitor
    release = hold()
    const session = await start({ loop: 'react', goal: 'What is 17 * 6 + 14?' })
    await page.clock.install()
    await goTo(page, session)
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    const left = page.waitForEvent('requestfailed', (request) => request.url().includes(`${session.id}/events`))
    await beHidden(page, true)
    await page.clock.fastForward('01:01')
    await left
    release()
    await vi.waitFor(async () => expect((await read(session.id)).outcome).toBe('answered'), patience)
    expect(await page.getByRole('status').getByText('answered').count()).toBe(0)
    await beHidden(page, false)
    await page.clock.resume()
    await page.getByRole('status').getByText('answered').waitFor()
    expect(complaints).toEqual([])
  })

  it('ends after its server was started again, for who was logged in before', async () => {
    const { page, context, complaints } = visitor
    const resting = await paused()
    const other = await context.newPage()
    const complaintsOfOther = complaintsOf(other)
    await goTo(other, resting)
    await other.getByRole('status').getByText('paused').waitFor()
    release = hold()
    const waiting = await start({ persona: 'hotel', goal: 'a double room in Eilat' })
    await goTo(page, waiting)
    await page.getByRole('status').getByText('planning').waitFor()
    const { port } = new URL(gyre.server.url)
    await gyre.stop()
    for (const each of [page, other]) {
      await each.getByText(/The connection is cut\. The session goes on\. Tried again in \d+ s\./).waitFor()
    }
    // The rest of the page sees it as well: it is told once.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('No connection').waitFor()
    expect(await page.getByRole('button', { name: 'Try now' }).count()).toBe(1)
    release()
    gyre = await startGyre({ folder: gyre.folder, server: { port: Number(port) } })
    await question(page).waitFor()
    await page.getByText(/The connection is cut/).waitFor({ state: 'detached' })
    await answer(page)
    await page.getByRole('status').getByText('answered').waitFor()
    expect((await read(waiting.id)).outcome).toBe('answered')
    // Nothing happens in one that is paused: what its window shows is the connection alone.
    await other.getByText(/The connection is cut/).waitFor({ state: 'detached' })
    expect((await read(resting.id)).status).toBe('paused')
    expect(complaintsOfOther.filter((each) => !isOfServerGone(each))).toEqual([])
    await other.close()
    expect(complaints.splice(0).filter((each) => !isOfServerGone(each))).toEqual([])
  })
})

const steering = (page: Page) => page.getByRole('complementary', { name: 'Steering' })

/** The row of what was sent. */
const sent = (page: Page, text: string) => steering(page).getByRole('listitem').filter({ hasText: text })

const question = (page: Page) => steering(page).getByRole('region', { name: 'For which dates' })

async function steer(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Guidance' }).fill(text)
  await page.getByRole('button', { name: 'Queue' }).click()
}

async function answer(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Your answer' }).fill('one night in Hanukkah')
  await page.getByRole('button', { name: /^Answer/ }).click()
}

/** As a browser tells a page whose window is covered, or seen again. */
async function beHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

/** What the browser itself says of requests that nobody answers, or that a server on its way out refuses. */
function isOfServerGone(complaint: string): boolean {
  return /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)|\b503\b/.test(complaint)
}
