/** A goal from its start to its export, by a person with a mouse. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gyre, pace, startGyre, useBrowser, visit } from '../../web/visit.ts'

describe('a journey', () => {
  const browser = useBrowser()
  let gyre: Gyre
  beforeAll(async () => {
    gyre = await startGyre()
    pace().replyMs = 400
  })
  afterAll(async () => {
    pace().replyMs = 0
    await gyre.close()
  })

  it('starts a goal, pauses, steers, steps, resumes, answers, forks, compares and exports', async () => {
    const { page, context, complaints } = await visit(browser(), gyre)
    const session = await startInChat(page)
    await pauseSteerAndStep(page)
    await answer(page)
    const fork = await forkFromPlan(page, session)
    await compare(page, session, fork)
    await exportFacts(page, session)
    expect(complaints).toEqual([])
    await context.close()
  })

  /** Starts in the chat, and goes over to the reasoning view of the same session. */
  async function startInChat(page: Page): Promise<string> {
    await page.goto(`${gyre.server.url}/chat?persona=hotel&goal=a+double+room+in+Eilat`)
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.waitForURL('**/chat/thr_*')
    await page.getByRole('link', { name: 'Reasoning' }).click()
    await page.waitForURL('**/sessions/ses_*')
    const session = /ses_[\w-]+/.exec(page.url())?.[0] ?? ''
    expect((await gyre.workplace.runtime.read(session)).view.definition?.task.goal).toBe('a double room in Eilat')
    return session
  }

  async function pauseSteerAndStep(page: Page): Promise<void> {
    const rail = page.locator('.rail')
    await rail.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('paused').first().waitFor()
    await page.getByRole('textbox', { name: 'Guidance' }).fill('Quiet rooms first.')
    await page.getByRole('button', { name: 'Queue' }).click()
    const sent = page.getByRole('listitem').filter({ hasText: 'Quiet rooms first.' })
    await sent
      .getByText(/queued/i)
      .first()
      .waitFor()
    await rail.getByRole('button', { name: 'Step' }).click()
    await rail.getByRole('button', { name: 'Resume' }).click()
    await sent.getByText(/applied at/i).waitFor()
  }

  async function answer(page: Page): Promise<void> {
    await page.getByText('Waiting for you').first().waitFor()
    await page.getByRole('textbox', { name: 'Your answer' }).fill('one night in Hanukkah')
    await page.getByRole('button', { name: /^Answer/ }).click()
    await page.getByText('answered').first().waitFor()
    await page.getByText('Pine Lodge').first().waitFor()
  }

  async function forkFromPlan(page: Page, session: string): Promise<string> {
    await page.getByRole('link', { name: 'Steps' }).click()
    await page.waitForURL(`**/sessions/${session}/steps**`)
    await page.getByRole('row').filter({ hasText: 'plan' }).first().click()
    await page.getByRole('button', { name: 'Fork here' }).click()
    await page.getByRole('dialog', { name: 'Fork' }).getByRole('button', { name: 'Fork' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/steps') && !url.pathname.includes(session))
    return /ses_[\w-]+/.exec(page.url())?.[0] ?? ''
  }

  async function compare(page: Page, session: string, fork: string): Promise<void> {
    await page.goto(`${gyre.server.url}/compare?a=${session}&b=${fork}`)
    await page.getByText(/fork/i).first().waitFor()
    await page.getByRole('region', { name: 'Two sessions, step by step' }).waitFor()
  }

  async function exportFacts(page: Page, session: string): Promise<void> {
    await page.goto(`${gyre.server.url}/sessions/${session}/steps`)
    await page.getByRole('button', { name: /^Export/ }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /^Events/ }).click()
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'session.ended', data: { outcome: 'answered' } })
  }
})
