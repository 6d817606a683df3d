/** Sessions in lists: narrowed down, waiting for people, held against each other, found by their words. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keepResult } from '../../../packages/gyre/src/results/result-files.ts'
import { call, type Gyre, pace, startGyre, useBrowser, type Visitor, visit } from '../../web/visit.ts'

type Started = { readonly id: string; readonly thread: string }

describe('lists', () => {
  const browser = useBrowser()
  let gyre: Gyre
  let visitor: Visitor
  let page: Page
  const told: Started[] = []
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gyre-lists-'))
    mkdirSync(join(folder, 'papers'))
    writeFileSync(join(folder, 'papers', 'draft.txt'), 'An old draft.')
    gyre = await startGyre({ folder, config: { toolboxes: { files: { root: 'papers', write: true } } } })
    visitor = await visit(browser(), gyre)
    page = visitor.page
    told.push(await ended({ loop: 'direct', goal: 'What is 15 % of 240, plus 14?' }))
    told.push(await ended({ loop: 'cot', goal: 'What is 17 * 6 + 14?' }))
    told.push(await ended({ persona: 'fast', goal: 'How many kilometres are 26.2 miles?' }))
  })
  afterEach(() => {
    Object.assign(pace(), { replyMs: 0, held: undefined, says: undefined, calls: undefined })
    expect(visitor.complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await visitor.context.close()
    await gyre.close()
  })

  const open = (path: string) => page.goto(`${gyre.server.url}${path}`)
  const start = (body: object) => call(page, 'POST', '/sessions', body) as Promise<Started>

  async function ended(body: object): Promise<Started> {
    const session = await start(body)
    await (await gyre.workplace.runtime.session(session.id)).outcome
    return session
  }

  const goals = () => page.getByRole('table').getByRole('row').getByRole('link')

  it('of sessions are narrowed down by what the address says', async () => {
    await open('/sessions')
    await goals().filter({ hasText: 'kilometres' }).waitFor()
    expect(await goals().count()).toBe(3)

    await page.getByLabel('Loop', { exact: true }).selectOption('cot')
    await page.waitForURL('**/sessions?loop=cot')
    await goals().filter({ hasText: 'kilometres' }).waitFor({ state: 'detached' })
    await goals().filter({ hasText: '17 * 6' }).waitFor()
    expect(await goals().allTextContents()).toEqual(['What is 17 * 6 + 14?'])

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('searchbox', { name: 'Search goals' }).fill('kilometres')
    await page.waitForURL('**/sessions?q=kilometres')
    await goals().filter({ hasText: '17 * 6' }).waitFor({ state: 'detached' })
    await goals().filter({ hasText: 'kilometres' }).waitFor()
    expect(await goals().allTextContents()).toEqual(['How many kilometres are 26.2 miles?'])

    await open('/sessions?persona=fast&status=answered')
    await goals().first().waitFor()
    expect(await goals().allTextContents()).toEqual(['How many kilometres are 26.2 miles?'])
    await open('/sessions?status=aborted')
    await page.getByText('No session fits these filters').waitFor()
  })

  it('lead from a session to each place once, and its replay does not count the end as a step', async () => {
    await open('/sessions?loop=cot')
    await page.getByRole('button', { name: 'Actions for What is 17 * 6 + 14?' }).click()
    const items = page.getByRole('menuitem')
    await items.first().waitFor()
    const places = await items.evaluateAll((found) => found.map((item) => item.getAttribute('href')))
    expect(places.length).toBeGreaterThan(1)
    expect(new Set(places).size).toBe(places.length)

    await page.getByRole('menuitem', { name: 'See its steps' }).click()
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('menuitem', { name: /Watch/ }).click()
    const replay = page.getByRole('region', { name: 'Replay' })
    await replay.getByText('As of step 1 of 1').waitFor()
    await replay.getByRole('slider', { name: 'Step' }).press('End')
    await replay.getByText('As of the end, after 1 step').waitFor()
  })

  it('let the inbox allow the call of a tool, which then is made', async () => {
    const draft = join(gyre.folder, 'papers', 'draft.txt')
    Object.assign(pace(), { calls: { tool: 'files.remove', input: { path: 'draft.txt' } }, says: 'It is gone.' })
    const { id } = await start({ loop: 'react', goal: 'Remove the draft.' })
    await open('/inbox')
    const item = page.getByRole('listitem').filter({ hasText: 'Run files.remove?' })
    await item.getByText('{"path":"draft.txt"').waitFor()
    expect(existsSync(draft)).toBe(true)
    // It leaves the list before the server is asked again what waits.
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/v1/inbox', (route) => asked.promise.then(() => route.continue()))
    await item.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Nothing waits for you').waitFor()
    await page.getByText('Approved').waitFor()
    asked.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    const { outcome } = await (await gyre.workplace.runtime.session(id)).outcome
    expect(outcome).toBe('answered')
    expect(existsSync(draft)).toBe(false)
  })

  it('let the inbox answer a question, which is told to who looks elsewhere', async () => {
    await page.addInitScript(() => {
      const seen: string[] = []
      class Told {
        static readonly permission = 'granted'
        static requestPermission = () => Promise.resolve('granted')
        constructor(title: string) {
          seen.push(title)
        }
        close() {}
      }
      Object.assign(globalThis, { Notification: Told, seen })
      document.hasFocus = () => false
    })
    await open('/inbox')
    const wish = page.getByRole('button', { name: 'Notify me' })
    await wish.click()
    expect(await wish.getAttribute('aria-pressed')).toBe('true')
    const { id } = await start({ persona: 'hotel', goal: 'a double room in Eilat' })
    const item = page.getByRole('listitem').filter({ hasText: 'a double room in Eilat' })
    await item.getByRole('button', { name: 'Answer' }).click()
    const question = await item.locator('div').first().textContent()
    const [title = ''] = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    expect(title).not.toBe('')
    expect(question).toContain(title)
    expect(await page.title()).toMatch(/^\(1\) /)
    // A window that asks for nothing by itself is told by the one in which it is answered.
    const other = await page.context().newPage()
    await other.addInitScript(() => Object.assign(globalThis, { setInterval: () => 0 }))
    await other.goto(`${gyre.server.url}/inbox`)
    await other.getByRole('listitem').filter({ hasText: 'a double room in Eilat' }).waitFor()
    await item.getByRole('textbox', { name: 'Your answer' }).fill('one night in Hanukkah')
    await item.getByRole('button', { name: /^Answer/ }).click()
    await page.getByText('Nothing waits for you').waitFor()
    await page.getByText('Your answer is sent').waitFor()
    await other.getByText('Nothing waits for you').waitFor()
    await other.close()
    const { outcome } = await (await gyre.workplace.runtime.session(id)).outcome
    expect(outcome).toBe('answered')
  })

  it('hold two forks of one session against each other', async () => {
    const { id } = await ended({
      loop: 'plan-execute',
      goal: 'Add 17 and 25, multiply the result by 3, then subtract 26.',
    })
    const forks: string[] = []
    for (const steer of ['Be brief.', 'Be thorough.']) {
      const fork = (await call(page, 'POST', `/sessions/${id}/forks`, { at: 'plan#1', steer })) as Started
      await (await gyre.workplace.runtime.session(fork.id)).outcome
      forks.push(fork.id)
    }
    await open(`/compare?a=${forks[0]}&b=${forks[1]}`)
    const steps = page.getByRole('region', { name: 'Two sessions, step by step' })
    await steps.getByText('plan#1').first().waitFor()
    await page.getByRole('heading', { name: 'Answer' }).waitFor()
    // The one they both came from is offered for either side.
    await page.getByRole('link', { name: 'Choose another for B' }).click()
    await page.getByText('Second session, B').waitFor()
    await page
      .getByRole('link', { name: /Add 17 and 25/ })
      .first()
      .waitFor()
  })

  it('hold several loops on one goal against each other', async () => {
    await open('/compare')
    await page.getByRole('link', { name: 'Loops' }).click()
    await page.getByRole('textbox', { name: 'Goal' }).fill('What is 17 * 6 + 14?')
    await page.getByRole('button', { name: 'Start 3 sessions' }).click()
    await page.getByText('All have come to an end.').waitFor()
    const names = page
      .getByRole('table')
      .getByRole('row')
      .getByRole('link', { name: /^(direct|cot|react)$/ })
    expect(await names.allTextContents()).toEqual(['direct', 'cot', 'react'])
    await page.getByRole('link', { name: 'With the first' }).first().click()
    await page.getByRole('region', { name: 'Two sessions, step by step' }).waitFor()
  })

  it('show what the lab came to, once it was run', async () => {
    await open('/compare/lab')
    await page.getByText('The lab was not run yet').waitFor()
    const claim = {
      loop: 'cot',
      claim: 'The vote of five is right as often as arithmetic says.',
      kind: 'equals',
      arm: 'cot-5',
      n: 200,
      measured: 0.91,
      interval: { low: 0.86, high: 0.94 },
      expected: 0.9,
      sigma: 0.02,
      z: 0.5,
      calls: 5,
      verdict: 'holds',
    }
    const total = { pass: true, claims: 1, failed: 0, undecided: 0, chiSquared: 0.25, cells: 1, limit: 10.8 }
    const report = { notice: 'Measured with a model of stated error rates.', n: 200, seed: 7, rows: [claim], total }
    const result = { kind: 'lab' as const, title: 'claims', at: new Date().toISOString(), report, owner: null }
    await keepResult(gyre.workplace.folder, result)
    await page.reload()
    await page.getByText('1 of 1 hold, 0 fail, 0 undecided').waitFor()
    await page.getByRole('row').filter({ hasText: 'The vote of five' }).getByText('holds').waitFor()
    await page.getByText('Measured with a model of stated error rates.').waitFor()
  })

  it('give way to the palette, which finds a session by words of its goal', async () => {
    await open('/inbox')
    await page.getByRole('main').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /find a goal/i }).fill('kilometres')
    await page.getByRole('option', { name: /How many kilometres/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sessions/${told[2]?.id}`)
  })
})
