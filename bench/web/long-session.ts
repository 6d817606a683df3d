/**
 * The pages on a session of 10 000 steps: how long the browser is kept from drawing while they open and are used. The
 * floor is the same on a session of 20 steps: what the browser needs for any first paint.
 */
import { placeOf, serve } from '@gyre/server'
import { memoryStore, open } from 'gyre'
import type { Browser, Page } from 'playwright-core'
import { putLongSession } from '../../packages/web/test/support/long-session.ts'
import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import type { Bench } from './bench.ts'
import { type PageTasks, tasksDuring } from './page-tasks.ts'

const fewSteps = 20
const viewport = { width: 1440, height: 900 }

type LongBench = Bench & { readonly steps: number; readonly rounds: number; readonly tells: boolean }

/** A page, how it is seen that all steps are in it, and what is done with it then. */
type Place = {
  readonly name: string
  readonly path: (session: string, another: string) => string
  /** Where it does not say how many steps there are. */
  readonly says?: RegExp
  readonly use?: { readonly name: string; readonly work: (page: Page) => Promise<void> }
}

const places: readonly Place[] = [
  { name: 'Steps', path: (id) => `/sessions/${id}/steps`, use: { name: 'scrolled through', work: scrolledThrough } },
  { name: 'Steps as a table', path: (id) => `/sessions/${id}/steps?view=table` },
  { name: 'Steps as a flame', path: (id) => `/sessions/${id}/steps?view=flame` },
  { name: 'Reasoning', path: (id) => `/sessions/${id}` },
  { name: 'Compare', path: (id, another) => `/compare?a=${id}&b=${another}`, says: / 0 only in A, 0 only in B/ },
]

/** One visit: until all steps were there, and the tasks meanwhile; then those while it was used. */
type Visit = { readonly readyMs: number; readonly opened: PageTasks; readonly used: PageTasks | undefined }

export async function webLongTable({ browser, pages, steps, rounds, tells }: LongBench): Promise<string> {
  const store = memoryStore()
  const runtime = open({ store })
  const rates = { perCaller: 1e9, failuresPerAddress: 1e9 }
  const server = await serve(placeOf(runtime), { port: 0, isOpen: true, pages, rates })
  try {
    const twoOf = async (all: number) =>
      [await putLongSession(store, all), await putLongSession(store, all, 60_000)] as const
    const [few, many] = [await twoOf(fewSteps), await twoOf(steps)]
    const rows: string[][] = []
    for (const place of places) {
      const visited = async (two: readonly [string, string], all: number) => {
        const visits: Visit[] = []
        for (let round = 0; round < rounds; round++)
          visits.push(await visit(browser, { place, url: `${server.url}${place.path(...two)}`, steps: all }))
        return visits
      }
      const [floor, gyre] = [await visited(few, fewSteps), await visited(many, steps)]
      rows.push(...rowsOf(place, floor, gyre))
      if (tells) console.error(JSON.stringify({ place: place.name, gyre }, null, 2))
    }
    return markdownTable(['', `${fewSteps} steps`, `${steps} steps`], rows)
  } finally {
    // A page that is still open would be waited for.
    server.stop()
    await runtime.close({ graceMs: 0 })
    await server.close()
  }
}

type Visited = { readonly place: Place; readonly url: string; readonly steps: number }

async function visit(browser: Browser, { place, url, steps }: Visited): Promise<Visit> {
  const page = await browser.newPage({ locale: 'en-US', viewport })
  const began = performance.now()
  let readyMs = 0
  const opened = await tasksDuring(browser, page, async () => {
    await page.goto(url)
    await page
      .getByRole('main')
      .getByText(place.says ?? countOf(steps))
      .first()
      .waitFor()
    readyMs = performance.now() - began
    // What is drawn last is measured as well.
    await page.waitForTimeout(1000)
  })
  const { use } = place
  const used = use && (await tasksDuring(browser, page, () => use.work(page)))
  await page.close()
  return { readyMs, opened, used }
}

/** A number is written with a sign for thousands. */
function countOf(steps: number): RegExp {
  return new RegExp(`(^|[^0-9])${steps.toLocaleString('en-US').replaceAll(',', '[^0-9a-z]?')} steps`)
}

/** With the wheel through the first rows, then along the whole of it, as somebody drags the overview. */
async function scrolledThrough(page: Page): Promise<void> {
  await page.mouse.move(500, 500)
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(16)
  }
  const box = await page.getByRole('slider', { name: 'Place in the steps' }).boundingBox()
  if (!box) throw new Error('The page has no overview.')
  await page.mouse.move(box.x + 2, box.y + box.height / 2)
  await page.mouse.down()
  for (let turn = 1; turn <= 60; turn++) {
    await page.mouse.move(box.x + (box.width * turn) / 60, box.y + box.height / 2)
    await page.waitForTimeout(16)
  }
  await page.mouse.up()
}

/** Of several rounds the quietest: a machine with other work makes nothing faster. */
function rowsOf({ name, use }: Place, floor: readonly Visit[], gyre: readonly Visit[]): string[][] {
  const row = (what: string, of: (visits: readonly Visit[]) => string) => [what, of(floor), of(gyre)]
  const ready = (visits: readonly Visit[]) => `${Math.min(...visits.map(({ readyMs }) => readyMs)).toFixed(0)} ms`
  const opened = (visits: readonly Visit[]) => tasksText(visits.map((each) => each.opened))
  const used = (visits: readonly Visit[]) => tasksText(visits.flatMap((each) => each.used ?? []))
  return [
    row(`${name}: all is there after`, ready),
    row(`${name}, opened`, opened),
    ...(use ? [row(`${name}, ${use.name}`, used)] : []),
  ]
}

function tasksText(rounds: readonly PageTasks[]): string {
  const least = (of: (tasks: PageTasks) => number) => Math.min(...rounds.map(of)).toFixed(0)
  return `${least(({ longestCpuMs }) => longestCpuMs)} (${least(({ longestMs }) => longestMs)}) ms, ${least(
    ({ longByCpu }) => longByCpu,
  )} (${least(({ long }) => long)}) long`
}
