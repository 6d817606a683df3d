/** A goal from its start to its export, by a person with a mouse. */
import { readFileSync } from 'node:fs'
import type { Intervention } from '@gyre/core'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { call, type Gyre, pace, startGyre, useBrowser, visit } from '../../web/visit.ts'

const patience = { timeout: 10_000, interval: 20 }

describe('a journey', () => {
  const browser = useBrowser()
  let gyre: Gyre
  let release = () => {}
  beforeAll(async () => {
    gyre = await startGyre()
  })
  afterEach(() => release())
  afterAll(() => gyre.close())

  /** No reply comes until `release`. */
  function hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    pace().held = promise
    release = () => {
      pace().held = undefined
      resolve()
    }
  }

  const read = async (session: string) => (await gyre.workplace.runtime.read(session)).view
  const sentTo = (session: string) => gyre.workplace.runtime.store.interventions.list(session)

  /** What was sent, and what became of it. */
  async function fates(session: string): Promise<readonly string[]> {
    return (await sentTo(session)).map(({ action, state, body }) => `${state} ${action} ${textIn(body)}`.trim())
  }

  it('starts a goal, pauses, steers, steps, resumes, answers, forks, compares and exports', async () => {
    const { page, context, complaints } = await visit(browser(), gyre)
    const session = await startInChat(page)
    await pause(page, session)
    await steer(page, session)
    await stepAndResume(page, session)
    await answer(page, session)
    const fork = await forkFromPlan(page, session)
    await compare(page, session, fork)
    await exportFacts(page, session)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is aborted only by who says so twice', async () => {
    const { page, context, complaints } = await visit(browser(), gyre)
    hold()
    const { id } = (await call(page, 'POST', '/sessions', { loop: 'react', goal: 'What is 17 * 6 + 14?' })) as {
      readonly id: string
    }
    await page.goto(`${gyre.server.url}/sessions/${id}`)
    const abort = page.getByRole('complementary', { name: 'Steering' }).getByRole('button', { name: 'Abort' })
    const asked = page.getByRole('alertdialog', { name: 'Abort this session?' })
    await abort.click()
    await asked.getByRole('button', { name: 'Keep running' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(await fates(id)).toEqual([])
    await abort.click()
    await asked.getByRole('button', { name: 'Abort' }).click()
    await page.getByRole('status').getByText('aborted').waitFor()
    expect((await read(id)).outcome).toBe('aborted')
    await page.getByText('It gave no answer. ').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  /** Starts in the chat, and goes over to the reasoning view of the same session. */
  async function startInChat(page: Page): Promise<string> {
    hold()
    await page.goto(`${gyre.server.url}/chat?persona=hotel&goal=a+double+room+in+Eilat`)
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.waitForURL('**/chat/thr_*')
    await page.getByRole('log').getByText('a double room in Eilat').waitFor()
    await page.getByRole('link', { name: 'Reasoning', exact: true }).click()
    await page.waitForURL('**/sessions/ses_*')
    const session = sessionIn(page)
    const { definition } = await read(session)
    expect(definition?.task.goal).toBe('a double room in Eilat')
    expect(definition?.persona?.name).toBe('hotel')
    return session
  }

  async function pause(page: Page, session: string): Promise<void> {
    await steering(page).getByRole('button', { name: 'Pause' }).click()
    await sent(page, 'Pause').getByText('Applied').waitFor()
    expect(await fates(session)).toEqual(['applied pause'])
    // What was asked for before comes in, and nothing more is.
    release()
    await page.getByRole('status').getByText('paused').waitFor()
    expect(await read(session)).toMatchObject({ isPaused: true, status: 'paused', usage: { modelCalls: 1 } })
  }

  /** One is sent, changed and kept; another is sent and taken back. */
  async function steer(page: Page, session: string): Promise<void> {
    await queue(page, 'loud rooms first')
    const loud = sent(page, 'loud rooms first')
    await loud.getByText('Queued by you').waitFor()
    await loud.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'What it shall say' }).fill('quiet rooms first')
    await page.getByRole('button', { name: 'Save' }).click()
    await sent(page, 'quiet rooms first').getByText('Queued by you').waitFor()
    await queue(page, 'no breakfast')
    await sent(page, 'no breakfast').getByRole('button', { name: 'Withdraw' }).click()
    await sent(page, 'no breakfast').getByText('Withdrawn').waitFor()
    expect(await fates(session)).toEqual([
      'applied pause',
      'queued steer quiet rooms first',
      'withdrawn steer no breakfast',
    ])
  }

  async function stepAndResume(page: Page, session: string): Promise<void> {
    const { steps } = await read(session)
    await steering(page).getByRole('button', { name: 'Step', exact: true }).click()
    await sent(page, 'One step').getByText('was let through').waitFor()
    await vi.waitFor(
      async () => expect(await read(session)).toMatchObject({ isPaused: true, steps: steps + 1 }),
      patience,
    )
    await page.getByRole('status').getByText('paused').waitFor()
    await steering(page).getByRole('button', { name: 'Resume' }).click()
    await sent(page, 'quiet rooms first').getByText('Applied at').waitFor()
    await steering(page).getByRole('region', { name: 'For which dates' }).waitFor()
    expect(await fates(session)).toContain('applied resume')
    expect([...(await read(session)).questions.keys()]).toHaveLength(1)
  }

  async function answer(page: Page, session: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Your answer' }).fill('one night in Hanukkah')
    await page.getByRole('button', { name: /^Answer/ }).click()
    await page.getByRole('status').getByText('answered').waitFor()
    expect(await fates(session)).toContain('applied answer one night in Hanukkah')
    expect(await read(session)).toMatchObject({ outcome: 'answered', questions: new Map() })
    await page.getByText('Pine Lodge').first().waitFor()
  }

  async function forkFromPlan(page: Page, session: string): Promise<string> {
    await page.getByRole('link', { name: 'Steps', exact: true }).click()
    await page.waitForURL(`**/sessions/${session}/steps**`)
    await page.getByRole('row').filter({ hasText: 'plan' }).first().click()
    await page.getByRole('button', { name: 'Fork here' }).click()
    const asked = page.getByRole('dialog', { name: 'Fork' })
    await asked.getByRole('textbox', { name: /^Guidance/ }).fill('Two nights.')
    await asked.getByRole('button', { name: 'Fork' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/steps') && !url.pathname.includes(session))
    const fork = sessionIn(page)
    expect((await read(fork)).definition?.fork?.session).toBe(session)
    expect(await fates(fork)).toEqual([expect.stringMatching(/steer Two nights\.$/)])
    await expectSameStep(page)
    return fork
  }

  /** A fork opens at the step it was made from; that step is marked in the other view too. */
  async function expectSameStep(page: Page): Promise<void> {
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('step')).toMatch(/plan/)
    await page
      .getByText(/Forked from .*, after .*plan/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Reasoning' }).click()
    await page.locator('[aria-current="step"]').filter({ hasText: 'Plan' }).waitFor()
    expect(new URL(page.url()).searchParams.get('step')).toBe(searchParams.get('step'))
  }

  /** From the one to the other, which stands first among those to choose from. */
  async function compare(page: Page, session: string, fork: string): Promise<void> {
    await page.goto(`${gyre.server.url}/sessions/${session}/steps`)
    await page.getByRole('link', { name: 'Compare with another session' }).click()
    await page.getByRole('main').getByRole('link', { name: 'a double room in Eilat' }).first().click()
    await page.waitForURL(`**/compare?a=${session}&b=${fork}`)
    const both = page.getByRole('region', { name: 'Two sessions, step by step' })
    await both.getByText(/fork at .*plan/).waitFor()
    await both.getByText('“Two nights.”').waitFor()
  }

  async function exportFacts(page: Page, session: string): Promise<void> {
    await page.goto(`${gyre.server.url}/sessions/${session}/steps`)
    await page.getByRole('button', { name: /^Export/ }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /^Events/ }).click()
    const facts = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly seq: number })
    expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, index) => index + 1))
    expect(facts).toHaveLength((await read(session)).seq)
    expect(facts.at(-1)).toMatchObject({ type: 'session.ended', data: { outcome: 'answered' } })
  }
})

const steering = (page: Page): Locator => page.getByRole('complementary', { name: 'Steering' })

/** The row of what was sent. */
const sent = (page: Page, text: string): Locator => steering(page).getByRole('listitem').filter({ hasText: text })

async function queue(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Guidance' }).fill(text)
  await page.getByRole('button', { name: /^Queue/ }).click()
  await sent(page, text).waitFor()
}

function sessionIn(page: Page): string {
  return /ses_[\w-]+/.exec(page.url())?.[0] ?? ''
}

function textIn(body: Intervention['body']): string {
  const { text } = body as { readonly text?: unknown }
  return typeof text === 'string' ? text : ''
}
