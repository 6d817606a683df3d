/** A visit to the pages: a whole Gyre with its server, and a browser that is logged in. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type RunningServer, type ServerOptions, serve } from '@gyre/server'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { serverPlace } from '../../packages/gyre/src/serve/server-place.ts'
import { openWorkplace, type Workplace } from '../../packages/gyre/src/wiring/workplace.ts'
import { launch } from './browser.ts'

export type Pace = {
  replyMs: number
  wordMs: number
  /** Until this is settled, no reply comes. */
  held: Promise<void> | undefined
  /** Every reply, in place of what the demo model would say. */
  says: string | undefined
  /** The call of a tool that the next reply is, before anything else is said. */
  calls: { readonly tool: string; readonly input: object } | undefined
  /** What every reply fails with, as long as it is there. */
  fails: { readonly code: string; readonly message: string } | undefined
}

/** How fast the model answers, for all servers of this process. */
export function pace(): Pace {
  const known = globalThis as { gyrePace?: Pace }
  const none = { held: undefined, says: undefined, calls: undefined, fails: undefined }
  known.gyrePace ??= { replyMs: 0, wordMs: 0, ...none }
  return known.gyrePace
}

/** From now on no reply comes, until the function returned is called. */
export function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  pace().held = promise
  return () => {
    pace().held = undefined
    resolve()
  }
}

const paced = pathToFileURL(fileURLToPath(new URL('./paced-model.mjs', import.meta.url))).href

export type Gyre = {
  readonly server: RunningServer
  readonly workplace: Workplace
  readonly folder: string
  /** Ends the server, as a signal does. What it stored stays. */
  stop(): Promise<void>
  /** Ends the server, and removes what it stored. */
  close(): Promise<void>
}

/** `models.default` of the config may be null: then it is for the settings to say. */
type GyreOptions = {
  readonly folder?: string
  readonly config?: object
  readonly server?: Partial<ServerOptions>
  /** What its model is called. */
  readonly model?: string
}

/** A server over a folder of its own, whose model is the demo model at the pace of the test. */
export async function startGyre({
  folder = mkdtempSync(join(tmpdir(), 'gyre-visit-')),
  config = {},
  server = {},
  model = 'demo/paced',
}: GyreOptions = {}): Promise<Gyre> {
  const written = `import { pacedModel } from ${JSON.stringify(paced)}
const { models: { default: standard = '${model}', ...models } = {}, ...config } = ${JSON.stringify(config)}
const named = { '${model}': pacedModel }
export default { data: 'data', ...config, models: { ...(standard !== null && { default: standard }), ...models, named } }
`
  writeFileSync(join(folder, 'gyre.config.mjs'), written)
  const workplace = await openWorkplace({
    cwd: folder,
    env: { HOME: folder },
    platform: process.platform,
    recover: true,
  })
  const running = await serve(serverPlace(workplace), { port: 0, ...server, pages: server.pages ?? inject('pages') })
  const stop = async () => {
    running.stop()
    await workplace.close({ graceMs: 0 })
    await running.close()
  }
  return {
    server: running,
    workplace,
    folder,
    stop,
    close: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Visitor = {
  readonly page: Page
  readonly context: BrowserContext
  /** What the browser complained of: there must be nothing. */
  readonly complaints: string[]
}

type VisitOptions = {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  readonly reducedMotion?: 'reduce' | 'no-preference'
}

/** What does not come within this does not come: a loaded machine is slow, but not that slow. */
const patienceMs = 15_000

/** A browser of its own, logged in by the link of the server. */
export async function visit(browser: Browser, gyre: Gyre, options: VisitOptions = {}): Promise<Visitor> {
  const { width = 1440, height = 900, theme = 'light', reducedMotion = 'reduce' } = options
  const context = await browser.newContext({
    // Where the machine has no language, a browser makes one up that dates cannot be written in.
    locale: 'en-US',
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion,
    acceptDownloads: true,
  })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(await gyre.server.loginLink())
  await page.getByRole('main').waitFor()
  return { page, context, complaints }
}

/** What a page complains of from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return complaints
}

/** A browser for the tests of a file. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launch(inject('browser'))
  })
  afterAll(() => browser?.close())
  return () => {
    expect(browser, 'the browser has started').toBeDefined()
    return browser as Browser
  }
}

/** The API of a server, called as the page in a browser that is logged in does. */
export async function call(page: Page, method: string, path: string, body?: unknown): Promise<unknown> {
  return page.evaluate(
    async ([given, at, sent]) => {
      const { csrf } = (await (await fetch('/api/v1/me')).json()) as { readonly csrf: string }
      const response = await fetch(`/api/v1${at}`, {
        method: given,
        headers: { 'content-type': 'application/json', 'x-gyre-csrf': csrf },
        ...(sent !== undefined && { body: sent }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${given} ${at}: ${response.status} ${text}`)
      return text === '' ? null : (JSON.parse(text) as unknown)
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  )
}
