/** The same journey by who has no mouse. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, type Gyre, hold, startGyre, useBrowser, type Visitor, visit } from '../../web/visit.ts'

type Started = { readonly id: string; readonly thread: string }

describe('by keyboard alone', () => {
  const browser = useBrowser()
  let gyre: Gyre
  let visitor: Visitor
  let release = () => {}
  beforeAll(async () => {
    gyre = await startGyre()
    visitor = await visit(browser(), gyre)
  })
  afterEach(() => release())
  afterAll(async () => {
    await visitor.context.close()
    await gyre.close()
  })

  const read = async (session: string) => (await gyre.workplace.runtime.read(session)).view
  const start = async (body: object) => (await call(visitor.page, 'POST', '/sessions', body)) as Started

  async function sentTo(session: string): Promise<readonly string[]> {
    return (await gyre.workplace.runtime.store.interventions.list(session)).map(({ action }) => action)
  }

  it('the content comes right after the first key', async () => {
    const { page, complaints } = visitor
    await page.getByRole('button', { name: 'Run an example' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('a: Skip to content')
    await expectSeen(page)
    await page.keyboard.press('Enter')
    expect(await focused(page)).toMatch(/^main/)
    await page.keyboard.press('Tab')
    await expectFocus(page, 'button: Run an example')
    await expectSeen(page)
    expect(complaints).toEqual([])
  })

  it('a goal is started, paused, stepped, steered, answered and forked', async () => {
    const { page, complaints } = visitor
    const session = await startGoal(page)
    await pauseStepAndSteer(page, session)
    await answer(page, session)
    await readSteps(page, session)
    await fork(page, session)
    expect(complaints).toEqual([])
  })

  /** Through the palette to a new chat, whose box has the focus; a persona is picked by its name. */
  async function startGoal(page: Page): Promise<string> {
    await page.keyboard.press('Control+k')
    await expectFocusIn(page, 'dialog')
    await page.keyboard.type('new chat')
    await page.getByRole('option', { name: 'New chat' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/chat')
    await expectFocus(page, 'textarea: Message')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'input: Find a persona or a loop')
    await page.keyboard.type('hotel')
    await page.getByRole('option', { name: /^hotel/ }).waitFor()
    await page.keyboard.press('Enter')
    await expectFocus(page, 'button: Persona: hotel')
    await page.keyboard.press('Shift+Escape')
    await expectFocus(page, 'textarea: Message')
    release = hold()
    await page.keyboard.type('a double room in Eilat')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/chat/thr_*')
    await expectFocus(page, 'textarea: Guidance for the session that runs')
    await tabTo(page, 'a: Reasoning', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sessions/ses_*')
    const session = sessionIn(page)
    expect((await read(session)).definition?.task.goal).toBe('a double room in Eilat')
    expect(await sentTo(session)).toEqual([])
    return session
  }

  async function pauseStepAndSteer(page: Page, session: string): Promise<void> {
    await steering(page).getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('p')
    await sent(page, 'Pause').getByText('Applied').waitFor()
    release()
    await page.getByRole('status').getByText('paused').waitFor()
    await page.keyboard.press('.')
    await sent(page, 'One step').getByText('was let through').waitFor()
    await page.keyboard.press('Shift+Escape')
    await expectFocus(page, 'textarea: Guidance')
    // Letters are letters in a field.
    await page.keyboard.type('p.fejk?[gi')
    expect(await page.getByRole('textbox', { name: 'Guidance' }).inputValue()).toBe('p.fejk?[gi')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('quiet rooms first')
    await page.keyboard.press('Enter')
    await sent(page, 'quiet rooms first').getByText('Queued by you').waitFor()
    await expectFocus(page, 'textarea: Guidance')
    // Out of the field, a letter is a key again.
    await page.keyboard.press('Shift+Tab')
    await expectFocus(page, 'button: Abort')
    await page.keyboard.press('p')
    await sent(page, /^Resume/)
      .getByText('Applied')
      .waitFor()
    expect(await sentTo(session)).toEqual(['pause', 'step', 'steer', 'resume'])
  }

  async function answer(page: Page, session: string): Promise<void> {
    const question = page.getByRole('textbox', { name: 'Your answer' })
    await question.waitFor()
    // It is told aloud, and takes no focus.
    expect(await focused(page)).toBe('button: Abort')
    // News at the edge may lie over a button until it goes by itself.
    await tabTo(page, 'textarea: Your answer', 'Shift+Tab')
    await page.keyboard.type('one night in Hanukkah')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('status').getByText('answered').waitFor()
    expect((await read(session)).outcome).toBe('answered')
  }

  /** The rows of the timeline, one by one, and one of them whole. */
  async function readSteps(page: Page, session: string): Promise<void> {
    await press(page, 'g', 'r')
    await expectFocus(page, 'section: Result')
    await page.keyboard.press('Control+Shift+;')
    await page
      .getByText(/^Copied|does not let the page copy/)
      .first()
      .waitFor()
    await press(page, 'g', 't')
    await expectFocus(page, 'section: Timeline')
    await press(page, 'j')
    const newest = await focused(page)
    await press(page, 'k')
    expect(await focused(page)).not.toBe(newest)
    await press(page, 'j')
    expect(await focused(page)).toBe(newest)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sessions/${session}/steps?step=*`)
    const first = page.url()
    await page.getByRole('treegrid', { name: 'Steps' }).waitFor()
    await page.keyboard.press('k')
    await page.waitForURL((url) => url.href !== first)
    await page.keyboard.press('j')
    await page.waitForURL(first)
  }

  /** The dialog takes the focus, gives it back when it is left, and forks with Enter. */
  async function fork(page: Page, session: string): Promise<void> {
    const asked = page.getByRole('dialog', { name: 'Fork' })
    await tabTo(page, 'table: Steps')
    await page.keyboard.press('f')
    await asked.waitFor()
    await expectFocusIn(page, 'dialog')
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'detached' })
    await expectFocus(page, 'table: Steps')
    await page.keyboard.press('f')
    // It is there a moment before it takes the focus: who goes on then is still on the page behind it.
    await expectFocusIn(page, 'dialog')
    await tabTo(page, 'button: Fork')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname.endsWith('/steps') && !url.pathname.includes(session))
    expect((await read(sessionIn(page))).definition?.fork?.session).toBe(session)
  }

  it('what waits is closed first by Escape, and only then is paused', async () => {
    const { page, complaints } = visitor
    release = hold()
    const { id, thread } = await start({ loop: 'react', goal: 'What is 17 * 6 + 14?' })
    await page.goto(`${gyre.server.url}/chat/${thread}`)
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('Pause or resume').waitFor()
    // The page behind it does nothing.
    await page.keyboard.press('p')
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Stop' }).focus()
    await page.keyboard.press('Enter')
    const sure = page.getByRole('alertdialog', { name: 'Abort this session?' })
    await sure.waitFor()
    await page.keyboard.press('Escape')
    await sure.waitFor({ state: 'detached' })
    expect(await sentTo(id)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Resume' }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    release()
    await page.getByText('paused').first().waitFor()
    expect(await sentTo(id)).toEqual(['pause'])
    expect(complaints).toEqual([])
  })

  it('a key is changed, and stays so', async () => {
    const { page, complaints } = visitor
    release = hold()
    const { id } = await start({ loop: 'react', goal: 'What is 17 * 6 + 14?' })
    await page.goto(`${gyre.server.url}/sessions/${id}`)
    await steering(page).getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    const change = keys.getByRole('button', { name: 'Change the key of: Pause or resume' })
    await change.focus()
    await page.keyboard.press('Enter')
    await expectFocus(page, 'input: New key for: Pause or resume')
    await page.keyboard.press('Control+Shift+y')
    await keys.getByRole('row').filter({ hasText: 'Pause or resume' }).getByText('Ctrl+Shift+Y').waitFor()
    await expectFocus(page, 'button: Change the key of: Pause or resume')
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.reload()
    await steering(page).getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('p')
    await page.keyboard.press('Control+Shift+y')
    await sent(page, 'Pause').getByText('Applied').waitFor()
    // What has no key is found by its name.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /find a goal/i }).fill('finish')
    await page.getByRole('option', { name: 'Finish' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => sentTo(id)).toEqual(['pause', 'finish'])
    expect(complaints).toEqual([])
  })

  it('the focus stays where it is while steps come in, and is seen at every stop', async () => {
    const { page, complaints } = visitor
    release = hold()
    const { id } = await start({ loop: 'reason', goal: 'What is 17 * 6 + 14?' })
    await page.goto(`${gyre.server.url}/sessions/${id}`)
    await page.getByRole('textbox', { name: 'Guidance' }).focus()
    await page.keyboard.type('half a sen')
    const field = await page.evaluateHandle(() => document.activeElement)
    release()
    await page.getByRole('link', { name: /^Plan/ }).first().waitFor()
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('status').getByText('answered').waitFor()
    // Not even its end takes away what is being written.
    expect(await page.getByRole('textbox', { name: 'Guidance' }).inputValue()).toBe('half a sen')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    for (const view of ['', '/steps']) {
      await page.goto(`${gyre.server.url}/sessions/${id}${view}`)
      await page.getByRole('navigation', { name: 'Views of this session' }).waitFor()
      await expectSeenEverywhere(page)
    }
    expect(complaints).toEqual([])
  })
})

const steering = (page: Page) => page.getByRole('complementary', { name: 'Steering' })

/** The row of what was sent. */
const sent = (page: Page, text: string | RegExp) => steering(page).getByRole('listitem').filter({ hasText: text })

function sessionIn(page: Page): string {
  return /ses_[\w-]+/.exec(page.url())?.[0] ?? ''
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
  await expectSeen(page)
}

/** What has the focus: its element and its name, as far as it has one. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const tag = element.tagName.toLowerCase()
    const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labelled = labels.map((id) => document.getElementById(id)?.textContent).join(' ')
    const [label] = (element as HTMLInputElement).labels ?? []
    const own = tag === 'a' || tag === 'button' ? element.textContent : undefined
    const name = element.getAttribute('aria-label') ?? (labelled || (label?.textContent ?? own))
    return name ? `${tag}: ${name.trim()}` : tag
  })
}

async function expectFocus(page: Page, expected: string): Promise<void> {
  await expect.poll(() => focused(page), { timeout: 10_000 }).toBe(expected)
  await expectSeen(page)
}

async function expectFocusIn(page: Page, role: string): Promise<void> {
  const isIn = () => page.evaluate((given) => document.activeElement?.closest(`[role=${given}]`) !== null, role)
  await expect.poll(isIn, { timeout: 10_000 }).toBe(true)
}

/** Goes on until something has the focus, and sees it at each stop. */
async function tabTo(page: Page, wanted: string, key = 'Tab'): Promise<void> {
  const passed: string[] = []
  while (passed.at(-1) !== wanted) {
    expect(passed.length, `${wanted} is not among ${passed.join(', ')}`).toBeLessThan(80)
    await page.keyboard.press(key)
    await expectSeen(page)
    passed.push(await focused(page))
  }
}

async function expectSeen(page: Page): Promise<void> {
  expect(await page.evaluate(hiddenFocus)).toBeNull()
}

/** Every stop of the page, from the first on. */
async function expectSeenEverywhere(page: Page): Promise<void> {
  const stops: string[] = []
  for (let isOver = false; !isOver && stops.length < 120; ) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    isOver = at === 'body' || (stops.length > 0 && at === 'a: Skip to content')
    await expectSeen(page)
    stops.push(at)
  }
  expect(stops.length).toBeGreaterThan(15)
}

/** What hides the element that has the focus; null when a part of it is seen. */
function hiddenFocus(): string | null {
  const element = document.activeElement
  if (!element || element === document.body || element.id === 'main') return null
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const [x1, x2] = [Math.max(left, 0), Math.min(right, innerWidth)]
  const [y1, y2] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
  const name = `${element.tagName} ${element.textContent?.slice(0, 40)}`
  if (x2 - x1 < 1 || y2 - y1 < 1) return `${name} is outside of the window`
  const points = [0.5, 0.1, 0.9].flatMap((x) => [0.5, 0.1, 0.9].map((y) => [x1 + (x2 - x1) * x, y1 + (y2 - y1) * y]))
  const isSeen = points.some(([x = 0, y = 0]) => {
    const on = document.elementFromPoint(x, y)
    return on !== null && (element.contains(on) || on.contains(element) || on.closest('label')?.contains(element))
  })
  return isSeen ? null : `${name} is covered`
}
