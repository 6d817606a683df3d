/** Administration by a person with a browser: what is changed is used, told, and can be taken back. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, complaintsOf, type Gyre, pace, startGyre, useBrowser, type Visitor, visit } from '../../web/visit.ts'

describe('administration', () => {
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
    pace().says = undefined
    expect(visitor.complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await visitor.context.close()
    await gyre.close()
  })

  const open = (path: string) => page.goto(`${gyre.server.url}${path}`)
  const news = (words: string | RegExp) => page.getByRole('dialog').filter({ hasText: words })
  const editor = () => page.getByRole('textbox', { name: 'Text of direct.system' })
  const save = () => page.getByRole('button', { name: /^Save/ })

  /** A browser says by itself that a server refused something: the page need not have complained. */
  function expectRefusals(...statuses: readonly number[]): void {
    const said = visitor.complaints.splice(0).map((each) => Number(/status of (\d+)/.exec(each)?.[1]))
    expect(said).toEqual(statuses)
  }

  async function started(body: object): Promise<string> {
    const { id } = (await call(page, 'POST', '/sessions', body)) as { readonly id: string }
    await (await gyre.workplace.runtime.session(id)).outcome
    return id
  }

  /** The exact prompt of its first step, as the page shows it. */
  async function seePrompt(session: string, words: string): Promise<void> {
    await open(`/sessions/${session}/steps?step=answer%231`)
    await page.getByText(words).first().waitFor()
  }

  describe('of prompts', () => {
    it('saves a new text, which the next session is told, and goes back to the one before', async () => {
      await open('/admin/prompts?id=direct.system')
      await editor().fill('Answer as a lighthouse keeper would.')
      await page.getByText('added: Answer as a lighthouse keeper would.').waitFor()
      await save().click()
      await page.getByRole('button', { name: 'Compare v1 with the one before' }).waitFor()
      await seePrompt(await started({ loop: 'direct', goal: 'What is 2 + 2?' }), 'Answer as a lighthouse keeper would.')

      await open('/admin/prompts?id=direct.system')
      await page.getByRole('button', { name: 'Use the default again' }).click()
      await page.getByRole('listitem').filter({ hasText: 'Default again' }).getByText('live').waitFor()
      const session = await started({ loop: 'direct', goal: 'What is 3 + 3?' })
      await seePrompt(session, 'What is 3 + 3?')
      expect(await page.getByText('lighthouse keeper').count()).toBe(0)
    })

    it('does not save a placeholder that nobody fills, and says which', async () => {
      await open('/admin/prompts?id=direct.system')
      await editor().fill('Be {mood}.')
      await page.getByText('{mood} in line 1 is not a placeholder of this prompt.').waitFor()
      expect(await save().isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByText('Cannot save yet.').waitFor({ state: 'detached' })
    })

    it('tells who comes second what the first saved, and keeps both', async () => {
      await open('/admin/prompts?id=direct.system')
      await editor().fill('Mine.')
      await call(page, 'PUT', '/prompts/direct.system', { text: 'Theirs.' })
      await save().click()
      const conflict = page.getByRole('alert').filter({ hasText: 'meanwhile' })
      await conflict.getByText('removed: Theirs.').waitFor()
      await conflict.getByText('added: Mine.').waitFor()
      await conflict.getByRole('button', { name: /^Save mine over/ }).click()
      await conflict.waitFor({ state: 'detached' })
      const { prompts } = (await call(page, 'GET', '/prompts')) as { prompts: { id: string; text: string }[] }
      expect(prompts.find(({ id }) => id === 'direct.system')?.text).toBe('Mine.')
      expectRefusals(412)
    })

    it('tries other words at a step that used them, saves them, and forks with them', async () => {
      const session = await started({ loop: 'react', goal: 'What is 4 + 4?' })
      await open(`/sessions/${session}/steps`)
      await page.getByRole('button', { name: 'Change the prompt' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change the prompt' })
      await dialog.getByRole('textbox', { name: 'Text' }).fill('Answer as a captain would.')
      pace().says = 'Eight, aye.'
      await dialog.getByRole('button', { name: 'Ask once' }).click()
      await dialog.getByText('Eight, aye.').waitFor()
      await dialog.getByRole('button', { name: 'Save as a version' }).click()
      await news(/react\.system saved as v\d/)
        .first()
        .waitFor()
      await dialog.getByRole('button', { name: 'Fork from here with it' }).click()
      await page.waitForURL((url) => url.pathname.endsWith('/steps') && !url.pathname.includes(session))
      await page.getByText('Answer as a captain would.').first().waitFor()
    })
  })

  it('changes a setting, refuses a wrong value with the reason, and resets it', async () => {
    await open('/admin/settings')
    const row = page.getByRole('listitem').filter({ has: page.getByText('memory.days', { exact: true }) })
    const field = row.getByRole('textbox')
    await field.fill('-3')
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByRole('alert').waitFor()
    expectRefusals(400)
    await field.fill('30')
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByText('default: 90').waitFor()
    await row.getByRole('button', { name: 'Reset' }).click()
    await row.getByText('default: 90').waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('90')
  })

  it('duplicates a persona, which can be asked at once, and goes back to its first version', async () => {
    await open('/admin/personas?name=fast')
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('brisk')
    await page.getByRole('textbox', { name: 'Instructions' }).fill('Never more than a line.')
    await save().click()
    await page.waitForURL('**/admin/personas?name=brisk')

    await open('/chat?persona=brisk&goal=What+is+17+*+6+%2B+14%3F')
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByRole('heading', { name: 'Answer of brisk' }).waitFor()
    await page.getByRole('button', { name: /^Copy the answer/ }).waitFor()
    const [newest] = await gyre.workplace.runtime.list({ limit: 1 })
    const { view } = await gyre.workplace.runtime.read(newest?.id ?? '')
    expect(JSON.stringify(view.definition)).toContain('Never more than a line.')

    await open('/admin/personas?name=brisk')
    await page.getByRole('textbox', { name: 'Instructions' }).fill('As long as it takes.')
    await save().click()
    await page.getByRole('button', { name: 'Use v1 again' }).click()
    await page.getByRole('button', { name: 'Use v2 again' }).waitFor()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('textarea')].some(({ value }) => value === 'Never more than a line.'),
    )
  })

  describe('of models', () => {
    const servers: Server[] = []
    afterAll(() => Promise.all(servers.map((server) => new Promise((done) => server.close(done)))))

    /** Undefined where somebody else has the port. */
    async function listening(answer: RequestListener, port: number): Promise<number | undefined> {
      const server = createServer(answer)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
      if (!(await promise)) return undefined
      servers.push(server)
      return (server.address() as AddressInfo).port
    }

    it('asks a model for a sentence', async () => {
      await open('/admin/models')
      await page.getByRole('row').filter({ hasText: 'default' }).getByRole('button', { name: /^Test/ }).click()
      await page.getByRole('status').getByText('answers').waitFor()
    })

    it('says why a key does not work, and does not show it', async () => {
      const port = await listening((_, response) => {
        response.writeHead(401, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { message: 'Incorrect API key provided: sk-wrong-12345678.' } }))
      }, 0)
      await open('/admin/models')
      await page.getByRole('combobox', { name: /^Provider/ }).selectOption({ label: 'another endpoint…' })
      await page.getByLabel('Name', { exact: true }).fill('my-host')
      await page.getByRole('combobox', { name: 'Model', exact: true }).fill('small')
      await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/v1`)
      await page.getByLabel('Key', { exact: true }).fill('sk-wrong-12345678')
      await page.getByRole('button', { name: 'Try it' }).click()
      const reply = page.getByRole('status').filter({ hasText: 'failed' })
      await reply.getByText(/key/i).first().waitFor()
      expect(await reply.textContent()).not.toContain('sk-wrong')
      // A key is for one provider: the next is not told of it.
      await page.getByRole('combobox', { name: /^Provider/ }).selectOption('openai')
      expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('')
    })

    it('finds a server of models on this machine', async ({ skip }) => {
      const models = { object: 'list', data: [{ id: 'tiny-llama', object: 'model' }] }
      const port = await listening((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(models))
      }, 1234)
      if (port === undefined) skip('Somebody else has the port of LM Studio.')
      await open('/admin/models')
      const found = page.getByRole('listitem').filter({ hasText: 'LM Studio' })
      await found.getByText('answers, 1 model').waitFor()
      expect(await found.getByLabel('Model of LM Studio').locator('option').allTextContents()).toEqual(['tiny-llama'])
    })
  })

  it('closes the breaker of a tool again', async () => {
    const now = Date.now()
    const state = { state: 'open', failures: 5, since: now, until: now + 600_000 }
    await gyre.workplace.runtime.store.keyValue.set('breaker/web.fetch', state)
    await open('/admin/tools')
    const row = page.getByRole('row').filter({ has: page.getByText('web.fetch', { exact: true }) })
    await row.getByText(/^open/).waitFor()
    await row.getByRole('button', { name: 'Close now' }).click()
    await row.getByText('closed', { exact: true }).waitFor()
    const [report] = await gyre.workplace.guard.breakers.list(['web.fetch'])
    expect(report?.state ?? 'closed').toBe('closed')
  })

  it('makes a key that is shown once and works until it is revoked; the audit log tells of both', async () => {
    await open('/admin/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('laptop')
    await page.getByLabel('Role').selectOption('user')
    await page.getByRole('button', { name: 'Make key' }).click()
    const shown = page.getByRole('dialog', { name: 'Note this key down' })
    const key = (await shown.getByText(/^gyre_/).textContent()) ?? ''
    await shown.getByRole('button', { name: 'I have noted it down' }).click()
    await shown.waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(key)
    await page.getByRole('columnheader', { name: 'State' }).waitFor()

    const status = async () => {
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(`${gyre.server.url}/api/v1/sessions`, { headers })).status
    }
    expect(await status()).toBe(200)
    await page.getByRole('button', { name: 'Revoke laptop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('row').filter({ hasText: 'laptop' }).getByText('revoked').waitFor()
    expect(await status()).toBe(401)

    await open('/admin/audit')
    const entries = page.getByRole('region', { name: 'Entries, newest first' })
    await entries.getByTitle('key.revoked').waitFor()
    await entries.getByTitle('key.added').waitFor()
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('status').getByText('Nobody has changed one.').waitFor()
  })

  it('adds a document, finds it, shows its names, and brings it back after it was removed', async () => {
    await open('/admin/knowledge')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add documents' })
    await dialog.getByLabel('Name').fill('notes/otter.md')
    await dialog
      .getByLabel('Text', { exact: false })
      .last()
      .fill('# Otter Yard\n\nOtter Yard was founded by Mira Holt in 1890. Otter Yard built the steamer Petrel.\n')
    await dialog.getByRole('button', { name: 'Add the text' }).click()
    await page.getByRole('link', { name: 'Otter Yard' }).first().waitFor()

    await page.getByRole('searchbox', { name: 'Search the documents' }).fill('who founded the yard')
    await page.getByRole('button', { name: 'Search' }).click()
    await page
      .getByRole('list', { name: /found$/ })
      .getByText('Mira Holt')
      .first()
      .waitFor()

    await page.getByRole('button', { name: /^Otter Yard/ }).click()
    await page
      .getByRole('region', { name: /^Names as a graph/ })
      .getByText('Mira Holt')
      .waitFor()
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page.getByRole('table').getByText('Mira Holt').first().waitFor()

    const figures = page.getByRole('region', { name: 'Knowledge', exact: true })
    await figures.getByText('Links').locator('..').getByText('3', { exact: true }).waitFor()

    const remove = page.getByRole('button', { name: 'Remove Otter Yard' })
    await remove.click()
    await remove.waitFor({ state: 'detached' })
    await news('Otter Yard is removed').getByRole('button', { name: 'Undo' }).click()
    await remove.waitFor()
  })

  it('adds a note to the memory, changes it, and forgets it', async () => {
    await open('/admin/memory')
    await page.getByRole('button', { name: 'Add a note' }).click()
    await page.getByRole('textbox', { name: /^Text/ }).fill('The depot opens at six.')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const rows = page.getByRole('listitem')
    await rows.filter({ hasText: 'opens at six' }).getByRole('button', { name: 'Change' }).click()
    await page.getByRole('textbox', { name: /^Text/ }).fill('The depot opens at seven.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const changed = rows.filter({ hasText: 'opens at seven' })
    await changed.getByRole('button', { name: 'Forget' }).click()
    await changed.waitFor({ state: 'detached' })
    await news('Forgotten').getByRole('button', { name: 'Undo' }).click()
    await changed.waitFor()
  })

  it('sums up what was used', async () => {
    await started({ loop: 'cot', goal: 'What is 17 * 6 + 14?' })
    await open('/admin/usage?by=loop')
    await page.getByRole('heading', { name: /by loop$/ }).waitFor()
    const row = page.getByRole('row').filter({ has: page.getByText('cot', { exact: true }) })
    expect(await row.textContent()).toMatch(/\d/)
  })

  it('lets a viewer look, and says what they may not do', async () => {
    const { context } = await visit(browser(), gyre)
    await context.route('**/api/v1/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), role: 'viewer' } })
    })
    const viewer = await context.newPage()
    const complaints = complaintsOf(viewer)
    const see = (path: string) => viewer.goto(`${gyre.server.url}${path}`)
    await see('/chat')
    await viewer.getByPlaceholder('You may look on. To send, a key needs the role user.').waitFor()
    expect(await viewer.getByRole('button', { name: /^Send/ }).isDisabled()).toBe(true)
    await see('/admin/personas')
    const begin = viewer.getByRole('button', { name: 'New', exact: true }).last()
    await begin.waitFor()
    expect(await begin.isDisabled()).toBe(true)
    await see('/admin/memory')
    await viewer.getByRole('button', { name: 'Add a note' }).waitFor()
    expect(await viewer.getByRole('button', { name: 'Add a note' }).isDisabled()).toBe(true)
    await see('/admin/keys')
    await viewer.getByText(`Keys are the operator's`).waitFor()
    await see('/admin/audit')
    await viewer.getByText('The audit log is for administrators').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
