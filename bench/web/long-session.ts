/**
 * The page on a session of 10 000 steps: how long the browser is kept from drawing while it opens and is scrolled.
 *
 *     npm run build -w @gyre/web
 *     node --conditions=@gyre/source bench/web-long-session.ts [--steps=10000] [--pages=FOLDER] [--top]
 *
 * A long task is one of the page's main thread of more than 50 ms, by the browser's own trace. The floor is the same
 * page on a session of 20 steps: what the browser needs for any first paint. `--top` names the longest tasks.
 */
import { readFile } from 'node:fs/promises'
import { placeOf, serve } from '@gyre/server'
import { pagesFolder } from '@gyre/web'
import packed from '@sparticuz/chromium'
import { memoryStore, open } from 'gyre'
import { type Browser, chromium, type Page } from 'playwright-core'
import { putLongSession } from '../../packages/web/test/support/long-session.ts'

export type PageFigures = {
  /** Until the last step was there, in ms. */
  readonly openMs: number
  readonly opening: TaskFigures
  readonly scrolling: TaskFigures
}

type TaskFigures = { readonly longTasks: number; readonly longestMs: number; readonly top: readonly string[] }

export type PageBench = { readonly steps: number; readonly pages: string }

const fewSteps = 20
const longMs = 50
const viewport = { width: 1440, height: 900 }

export async function webLongSession({
  steps,
  pages,
}: PageBench): Promise<Readonly<Record<'floor' | 'gyre', PageFigures>>> {
  await readFile(`${pages}/index.html`).catch((cause: unknown) => {
    throw new Error(`There are no built pages in ${pages}. Run: npm run build -w @gyre/web`, { cause })
  })
  const store = memoryStore()
  const runtime = open({ store })
  const rates = { perCaller: 1e9, failuresPerAddress: 1e9 }
  const server = await serve(placeOf(runtime), { port: 0, isOpen: true, pages, rates })
  const browser = await launched()
  try {
    const [few, many] = [await putLongSession(store, fewSteps), await putLongSession(store, steps)]
    // The first page of a browser pays for what all later ones use.
    await measured(browser, `${server.url}/sessions/${few}/steps`, fewSteps)
    return {
      floor: await measured(browser, `${server.url}/sessions/${few}/steps`, fewSteps),
      gyre: await measured(browser, `${server.url}/sessions/${many}/steps`, steps),
    }
  } finally {
    await browser.close()
    await server.close()
    await runtime.close()
  }
}

async function launched(): Promise<Browser> {
  // Elsewhere than in a bare container the libraries it brings along are not unpacked.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x'
  return chromium.launch({
    executablePath: await packed.executablePath(),
    headless: true,
    args: ['--no-sandbox', '--headless=new', '--disable-gpu'],
  })
}

async function measured(browser: Browser, url: string, steps: number): Promise<PageFigures> {
  const page = await browser.newPage({ viewport })
  const began = performance.now()
  let openMs = 0
  const opening = await traced(browser, page, async () => {
    await page.goto(url)
    // Its head says how many steps there are once all have come.
    await page.waitForFunction(
      (all) => document.querySelector('.goal .meta')?.textContent?.replace(/\D/g, '').startsWith(all),
      String(steps),
    )
    openMs = performance.now() - began
    await page.waitForTimeout(500)
  })
  const scrolling = await traced(browser, page, () => scrolledThrough(page))
  await page.close()
  return { openMs, opening, scrolling }
}

/** With the wheel through the first rows, then along the whole of it, as somebody drags the overview. */
async function scrolledThrough(page: Page): Promise<void> {
  await page.mouse.move(500, 500)
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(16)
  }
  const box = await page.locator('.overview').boundingBox()
  if (!box) throw new Error('The page has no overview.')
  await page.mouse.move(box.x + 2, box.y + box.height / 2)
  await page.mouse.down()
  for (let turn = 1; turn <= 60; turn++) {
    await page.mouse.move(box.x + (box.width * turn) / 60, box.y + box.height / 2)
    await page.waitForTimeout(16)
  }
  await page.mouse.up()
}

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly args?: { readonly name?: string }
}

async function traced(browser: Browser, page: Page, work: () => Promise<void>): Promise<TaskFigures> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await work()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] }
  return tasksIn(trace.traceEvents)
}

/** Tasks of the main threads of pages. */
function tasksIn(events: readonly TraceEvent[]): TaskFigures {
  const isMain = (event: TraceEvent) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain'
  const threads = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
  const ofPage = events.filter(({ pid, tid, ph }) => ph === 'X' && threads.has(`${pid} ${tid}`))
  const tasks = ofPage.filter(({ name }) => name === 'RunTask')
  const long = tasks.filter(({ dur = 0 }) => dur > longMs * 1000)
  return {
    longTasks: long.length,
    longestMs: Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000,
    top: long.map((task) => taskText(task, ofPage)),
  }
}

/** What took longest within a task. */
function taskText({ ts, dur = 0, pid, tid }: TraceEvent, events: readonly TraceEvent[]): string {
  const inside = events.filter(
    (each) =>
      each.name !== 'RunTask' &&
      each.pid === pid &&
      each.tid === tid &&
      each.ts >= ts &&
      each.ts + (each.dur ?? 0) <= ts + dur,
  )
  const longest = inside.toSorted((one, other) => (other.dur ?? 0) - (one.dur ?? 0)).slice(0, 4)
  const parts = longest.map((each) => `${each.name} ${((each.dur ?? 0) / 1000).toFixed(0)} ms`)
  return `${(dur / 1000).toFixed(0)} ms: ${parts.join(', ')}`
}

/** The figures as lines of a report. */
export function pageTable({ floor, gyre }: Readonly<Record<'floor' | 'gyre', PageFigures>>): string {
  const line = (what: string, of: (figures: PageFigures) => string) => `| ${what} | ${of(floor)} | ${of(gyre)} |`
  const tasks = ({ longTasks, longestMs }: TaskFigures) => `${longTasks} (longest task ${longestMs.toFixed(0)} ms)`
  return [
    `| long tasks of the page | ${fewSteps} steps | 10 000 steps |`,
    '| --- | --- | --- |',
    line('opening', ({ opening }) => tasks(opening)),
    line('scrolling through all of it', ({ scrolling }) => tasks(scrolling)),
    line('all steps are there after', ({ openMs }) => `${openMs.toFixed(0)} ms`),
  ].join('\n')
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  const given = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length)
  const figures = await webLongSession({
    steps: Number(given('steps') ?? 10_000),
    pages: given('pages') ?? pagesFolder,
  })
  console.log(pageTable(figures))
  if (args.includes('--top')) console.log(JSON.stringify({ floor: figures.floor, gyre: figures.gyre }, null, 2))
}
