/** Conversations: with everybody who can be picked, steered, stopped, branched, and read with their sources. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, type Gyre, pace, startGyre, useBrowser, type Visitor, visit } from '../../web/visit.ts'

describe('a chat', () => {
  const browser = useBrowser()
  let gyre: Gyre
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    gyre = await startGyre()
    visitor = await visit(browser(), gyre)
    page = visitor.page
  })
  afterEach(() => {
    Object.assign(pace(), { replyMs: 0, wordMs: 0, held: undefined, says: undefined })
    expect(visitor.complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await visitor.context.close()
    await gyre.close()
  })

  const conversation = () => page.getByRole('log', { name: 'Conversation' })
  const composer = () => page.locator('textarea[data-composer]')
  const answers = () => conversation().getByRole('article')

  /** A button, until it has been opened. */
  const picker = (name: string | RegExp) => page.getByRole('button', { name }).or(page.getByRole('combobox', { name }))

  async function pick(name: string): Promise<void> {
    await picker(/^Persona: /).click()
    await page.getByRole('combobox', { name: 'Find a persona or a loop' }).fill(name)
    await page
      .getByRole('option')
      .filter({ has: page.getByText(name, { exact: true }) })
      .first()
      .click()
    await picker(`Persona: ${name}`).waitFor()
  }

  /** A new conversation, from the start page to the first thing said. */
  async function say(who: string, goal: string): Promise<string> {
    await page.goto(`${gyre.server.url}/chat`)
    await pick(who)
    await composer().fill(goal)
    await composer().press('Enter')
    await page.waitForURL('**/chat/thr_*')
    return /thr_[\w-]+/.exec(page.url())?.[0] ?? ''
  }

  const ended = (answer: Locator) => answer.getByRole('button', { name: /^Copy the answer/ }).waitFor()

  async function newestSession(thread: string): Promise<string> {
    const { sessions } = (await call(page, 'GET', `/threads/${thread}`)) as { sessions: { id: string }[] }
    return sessions.at(-1)?.id ?? ''
  }

  const taskOf = async (session: string) => (await gyre.workplace.runtime.read(session)).view.definition?.task

  /** Holds every reply until it is let go. */
  function hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    pace().held = promise
    return resolve
  }

  it('finds first who is called as was typed, and keeps the lines of an answer apart', async () => {
    pace().says = 'Rooms:\nthe hall\nthe attic'
    await page.goto(`${gyre.server.url}/chat`)
    await picker(/^Persona: /).click()
    await page.getByRole('combobox', { name: 'Find a persona or a loop' }).fill('reason')
    await page.getByRole('option', { name: /^supervised/ }).waitFor()
    expect(await page.getByRole('option').first().textContent()).toMatch(/^.?reason/)

    await say('direct', 'Which rooms are there?')
    await ended(answers().last())
    const lines = answers().last().getByRole('paragraph').filter({ hasText: 'Rooms:' })
    await lines.waitFor()
    expect(await lines.allInnerTexts()).toEqual(['Rooms:\nthe hall\nthe attic'])
  })

  it.each([
    ['chat', 'What is 17 * 6 + 14?', '116'],
    ['fast', 'What is 17 * 6 + 14?', '116'],
    ['deep', 'What is 17 * 6 + 14?', '116'],
    ['benchmark', 'What is 17 * 6 + 14?', '116'],
    ['supervised', 'Work out what 17 * 6 is and add 14 to it.', '116'],
  ])('with %s is answered', async (persona, goal, words) => {
    await say(persona, goal)
    await ended(answers().first())
    await answers()
      .getByRole('heading', { name: `Answer of ${persona}` })
      .waitFor()
    await answers().getByText(words).first().waitFor()
  })

  it('with hotel asks for what it misses, and answers', async () => {
    await say('hotel', 'a double room in Eilat')
    await page.getByRole('textbox', { name: 'Your answer' }).waitFor()
    await page.getByRole('button', { name: 'Steer instead' }).click()
    await page.getByRole('button', { name: 'Answer the question' }).click()
    await page.getByRole('textbox', { name: 'Answer the question' }).fill('one night in Hanukkah')
    await composer().press('Control+Enter')
    await ended(answers().first())
    expect(await answers().count()).toBe(1)
    await answers().getByText('Pine Lodge').first().waitFor()
  })

  it('may be left to decide what it asks', async () => {
    const thread = await say('hotel', 'a double room in Eilat')
    await page.getByRole('button', { name: 'Let it decide' }).click()
    await conversation().getByText('Decide for yourself, and say what you assumed.').first().waitFor()
    const { interventions } = (await call(page, 'GET', `/sessions/${await newestSession(thread)}/interventions`)) as {
      readonly interventions: readonly { readonly action: string; readonly body: unknown }[]
    }
    expect(interventions[0]).toMatchObject({ action: 'answer' })
  })

  it('goes on from what was said', async () => {
    const thread = await say('direct', 'What is 15 % of 240, plus 14?')
    await ended(answers().first())
    await answers().first().getByText('50').first().waitFor()
    await composer().fill('And now the double of it?')
    await page.getByRole('button', { name: /^Send/ }).click()
    await ended(answers().nth(1))
    const task = await taskOf(await newestSession(thread))
    expect(JSON.stringify(task?.messages)).toContain('What is 15 % of 240, plus 14?')
    expect(JSON.stringify(task?.messages)).toContain('50')
  })

  it('shows an answer while it is written', async () => {
    Object.assign(pace(), { wordMs: 150, says: Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ') })
    await say('direct', 'Say many words.')
    await answers().getByText('word3').waitFor()
    expect(await conversation().getAttribute('aria-busy')).toBe('true')
    expect(await answers().getByText('word39').count()).toBe(0)
    pace().wordMs = 0
    await answers().getByText('word39').waitFor()
    await ended(answers().first())
    expect(await conversation().getAttribute('aria-busy')).toBe('false')
  })

  it('takes guidance while it works: queued, changed, taken back, applied', async () => {
    const letGo = hold()
    await say('react', 'Who founded the yard that built the paddle steamer Petrel?')
    await page.getByRole('button', { name: /^Steer/ }).waitFor()
    const chips = page.getByRole('list', { name: 'What you told it' }).getByRole('listitem')
    for (const text of ['Name the year.', 'Be brief.']) {
      await composer().fill(text)
      await composer().press('Enter')
      await chips.filter({ hasText: text }).getByText('queued for the next step').waitFor()
    }
    const year = chips.filter({ hasText: 'Name the year' })
    await year.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Guidance', exact: true }).fill('Name the year and the place.')
    await page.getByRole('button', { name: 'Save' }).click()
    await chips.filter({ hasText: 'and the place' }).getByText('queued').waitFor()
    await chips.filter({ hasText: 'Be brief.' }).getByRole('button', { name: 'Withdraw' }).click()
    await chips.filter({ hasText: 'Be brief.' }).getByText('withdrawn').waitFor()
    letGo()
    await chips
      .filter({ hasText: 'and the place' })
      .getByText(/^applied at step/)
      .waitFor()
    await ended(answers().first())
    expect(await chips.count()).toBe(2)
  })

  it('sends a text and a picture along, and refuses what is too large', async () => {
    await page.goto(`${gyre.server.url}/chat`)
    await pick('direct')
    const input = page.locator('input[type=file]')
    await input.setInputFiles([
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('The lamp is red.') },
      { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') },
      { name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(4_000_000, 'a') },
    ])
    await page.getByText(/huge\.txt is too large/).waitFor()
    const chips = page.getByRole('list', { name: 'Files of this message' }).getByRole('listitem')
    expect(await chips.count()).toBe(2)
    await composer().fill('What is in them?')
    pace().says = 'A lamp and a dot.'
    await composer().press('Enter')
    await page.waitForURL('**/chat/thr_*')
    await ended(answers().first())
    const sent = conversation().getByRole('list', { name: 'Files' }).getByRole('listitem')
    expect(await sent.allTextContents()).toEqual(['notes.md', 'a picture, image/png'])
    const task = await taskOf(await newestSession(/thr_[\w-]+/.exec(page.url())?.[0] ?? ''))
    expect(task?.files).toMatchObject([
      { type: 'file', name: 'notes.md', mediaType: 'text/markdown' },
      { type: 'image', mediaType: 'image/png' },
    ])
  })

  it('branches where a message is said otherwise, and the first stays', async () => {
    const thread = await say('direct', 'What is 2 * 21?')
    await ended(answers().first())
    await page.getByRole('button', { name: 'Edit this message and branch' }).click()
    await page.getByRole('textbox', { name: 'Message', exact: true }).first().fill('What is 3 * 21?')
    await page.getByRole('button', { name: 'Branch as direct' }).click()
    await page.waitForURL('**/chat/thr_*-from-ses_*')
    await answers().getByText('63').first().waitFor()
    await page.locator(`a[href^="/chat/${thread}"]`).getByText('an earlier wording of this message').click()
    await page.waitForURL(`**/chat/${thread}?*`)
    await answers().getByText('42').first().waitFor()
    expect(await answers().count()).toBe(1)
  })

  it('asks again as somebody else', async () => {
    await say('direct', 'What is 17 * 6 + 14?')
    await ended(answers().first())
    await pick('fast')
    await page.getByRole('button', { name: 'Ask again as fast' }).click()
    await ended(answers().nth(1))
    await answers().nth(1).getByRole('heading', { name: 'Answer of fast' }).waitFor()
    await answers().nth(1).getByText('asked again').waitFor()
  })

  it('is paused, resumed and finished before its time', async () => {
    const letGo = hold()
    await say('supervised', 'Work out what 17 * 6 is and add 14 to it.')
    await page.getByRole('button', { name: 'Pause' }).click()
    pace().held = undefined
    letGo()
    await conversation().getByText('Nothing is done until somebody resumes it.').waitFor()
    const again = hold()
    await page.getByRole('button', { name: 'Resume' }).first().click()
    await conversation().getByText('Nothing is done until somebody resumes it.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Finish now' }).click()
    pace().held = undefined
    again()
    await page.getByText('Finish now with what there is').waitFor()
    await answers()
      .getByRole('button', { name: /^Ask again/ })
      .waitFor()
  })

  it('is aborted only by who means it', async () => {
    const letGo = hold()
    await say('react', 'What is 17 * 6 + 14?')
    await composer().fill('Something else.')
    await composer().press('Control+Enter')
    const instead = page.getByRole('alertdialog', { name: 'Abort what runs, and send this?' })
    await instead.getByRole('button', { name: 'Keep running' }).click()
    await instead.waitFor({ state: 'detached' })
    expect(await composer().inputValue()).toBe('Something else.')
    await page.getByRole('button', { name: 'Stop' }).click()
    const sure = page.getByRole('alertdialog', { name: 'Abort this session?' })
    await sure.getByRole('button', { name: 'Keep running' }).click()
    await sure.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Finish now' }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await sure.getByRole('button', { name: 'Abort' }).click()
    await conversation().getByText('It gave no answer.').waitFor()
    letGo()
  })

  it('keeps what was written when it is stopped, and says what came too late', async () => {
    Object.assign(pace(), { says: 'A river begins small. '.repeat(60), wordMs: 40 })
    await say('direct', 'What is a river?')
    await answers().getByText('A river begins small.').first().waitFor()
    await composer().fill('In French.')
    await composer().press('Enter')
    await conversation().getByText('queued for the next step').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abort' }).click()
    await conversation().getByText('Stopped here.').waitFor()
    await answers().getByText('A river begins small.').first().waitFor()
    await conversation().getByText('rejected: the session has ended').waitFor()
    Object.assign(pace(), { says: 'Une rivière.', wordMs: 0 })
    const late = page.getByRole('button', { name: 'Send it now' })
    await late.click()
    await answers().getByText('Une rivière.').waitFor()
    expect(await late.count()).toBe(0)
  })

  it('leads from a citation to its source', async () => {
    await say('research', 'The lighthouses of the Sound')
    await ended(answers().first())
    const citation = answers()
      .getByRole('link', { name: /^Source \d+:/ })
      .first()
    const number = ((await citation.textContent()) ?? '').trim()
    await citation.click()
    const source = page.getByRole('complementary', { name: 'About this answer' }).locator(`#source-${number}`)
    await page.waitForFunction((id) => document.activeElement?.id === id, `source-${number}`)
    expect(await source.textContent()).not.toBe('')
  })

  it('shows earlier messages on demand', async () => {
    pace().says = 'Noted.'
    let thread: string | undefined
    for (const at of Array.from({ length: 23 }, (_, each) => each)) {
      const started = (await call(page, 'POST', '/sessions', {
        loop: 'direct',
        goal: `Message number ${at}.`,
        ...(thread !== undefined && { thread }),
      })) as { id: string; thread: string }
      await (await gyre.workplace.runtime.session(started.id)).outcome
      thread = started.thread
    }
    await page.goto(`${gyre.server.url}/chat/${thread}`)
    await conversation().getByText('Message number 22.').waitFor()
    expect(await conversation().getByText('Message number 1.', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Earlier messages' }).click()
    await conversation().getByText('Message number 0.').waitFor()
    await page.getByRole('button', { name: 'Earlier messages' }).waitFor({ state: 'detached' })
    expect(await answers().count()).toBe(23)
  })
})

/** A picture of one dot. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the first run', () => {
  const browser = useBrowser()
  let gyre: Gyre
  beforeAll(async () => {
    gyre = await startGyre()
  })
  afterAll(() => gyre.close())

  /** What only the view of its family shows. */
  const views: readonly (readonly [loop: string, heading: string])[] = [
    ['direct', 'Answer'],
    ['cot', 'Answer'],
    ['react', 'Thought, action, observation'],
    ['plan-execute', 'Plan'],
    ['reflexion', 'Attempts side by side'],
    ['self-ask', 'Question ladder'],
    ['critic', 'Claims, checks, verdicts'],
    ['tree-of-thoughts', 'Tree'],
    ['waves', 'Waves'],
    ['experts', 'Experts and merger'],
    ['reason', 'Plan'],
    ['research', 'Source ledger'],
    ['auto', 'Chosen loop'],
  ]

  it('begins with examples, each of which runs at a click and opens on the view of its loop', async () => {
    const { page, context, complaints } = await visit(browser(), gyre)
    await page.goto(`${gyre.server.url}/`)
    for (const [loop, heading] of views) {
      await page.getByRole('heading', { name: 'One example per loop' }).waitFor()
      await page
        .getByRole('button')
        .filter({ has: page.getByText(loop, { exact: true }) })
        .first()
        .click()
      await page.waitForURL('**/sessions/ses_*')
      await page.locator('#family').getByRole('heading', { name: heading, exact: true }).first().waitFor()
      await page.getByRole('status').getByText('answered').first().waitFor()
      const session = /ses_[\w-]+/.exec(page.url())?.[0] ?? ''
      expect((await gyre.workplace.runtime.read(session)).view.definition?.loop).toBe(loop)
      await page.getByRole('link', { name: 'Examples' }).click()
    }
    expect(complaints).toEqual([])
    await context.close()
  })
})
