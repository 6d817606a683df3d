/** What breaks in between: pages that are loaded anew, servers that go away, windows that nobody looks at. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
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
  let gyre: Gyre
  let visitor: Visitor
  let release = () => {}
  beforeAll(async () => {
    gyre = await startGyre()
    visitor = await visit(browser(), gyre)
  })
  afterEach(async () => {
    release()
    await visitor.context.setOffline(false)
    Object.assign(pace(), { wordMs: 0, says: undefined })
  })
  afterAll(async () => {
    await visitor.context.close()
    await gyre.close()
  })

  const read = async (session: string) => (await gyre.workplace.runtime.read(session)).view
  const start = async (body: object) => (await call(visitor.page, 'POST', '/sessions', body)) as Started
  const goTo = (page: Page, { id }: Started) => page.goto(`${gyre.server.url}/sessions/${id}`)

  async function steersOf({ id }: Started): Promise<readonly unknown[]> {
    const sent = await gyre.workplace.runtime.store.interventions.list(id)
    return sent.filter(({ action }) => action === 'steer').map(({ body }) => (body as { readonly text: string }).text)
  }

  it('goes on where it was when the page is loaded anew in the middle of its answer', async () => {
    const { page, complaints } = visitor
    const words = Array.from({ length: 60 }, (_, index) => `word${index + 1}`)
    Object.assign(pace(), { says: words.join(' '), wordMs: 40 })
    const { thread } = await start({ loop: 'direct', goal: 'Say sixty words.' })
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
    const session = await start({ persona: 'hotel', goal: 'a double room in Eilat' })
    await goTo(page, session)
    await question(page).waitFor()
    await page.getByRole('textbox', { name: 'Guidance' }).fill('quiet rooms first')
    await context.setOffline(true)
    // The browser tells of it a moment before it is so: what is tried in between gets through.
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await page.getByText(/The connection is cut\. The session goes on\./).waitFor()
    await page.getByRole('button', { name: 'Queue' }).click()
    await page.getByRole('alert').getByText('Guidance failed').waitFor()
    expect(await steersOf(session)).toEqual([])
    expect(await page.getByRole('textbox', { name: 'Guidance' }).inputValue()).toBe('quiet rooms first')
    // Nothing is told to who is connected again while it waits for an answer: that it is connected is seen all the same.
    await context.setOffline(false)
    await page.getByText(/The connection is cut/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Queue' }).click()
    await sent(page, 'quiet rooms first').getByText('Queued by you').waitFor()
    expect(await steersOf(session)).toEqual(['quiet rooms first'])
    await answer(page)
    await page.getByRole('status').getByText('answered').waitFor()
    // Of what did not get through, the browser itself tells.
    expect(complaints.splice(0).filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
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
    const { page, complaints } = visitor
    release = hold()
    const waiting = await start({ persona: 'hotel', goal: 'a double room in Eilat' })
    await goTo(page, waiting)
    await page.getByRole('status').getByText('planning').waitFor()
    const { port } = new URL(gyre.server.url)
    await gyre.stop()
    await page.getByText(/The connection is cut\. The session goes on\. Tried again in \d+ s\./).waitFor()
    release()
    gyre = await startGyre({ folder: gyre.folder, server: { port: Number(port) } })
    await question(page).waitFor()
    await page.getByText(/The connection is cut/).waitFor({ state: 'detached' })
    await answer(page)
    await page.getByRole('status').getByText('answered').waitFor()
    expect((await read(waiting.id)).outcome).toBe('answered')
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
