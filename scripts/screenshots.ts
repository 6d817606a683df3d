/**
 * Pictures of every page: `node --conditions=@gyre/source scripts/screenshots.ts FOLDER [NAME…]` shoots the tour at
 * each width in light and dark. With names, only the views whose names begin with one of them.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { findBrowser, launch } from '../test/web/browser.ts'
import { emptyTour, goTo, type Stop, stranger, tours, widths } from '../test/web/tour.ts'
import { plant } from '../test/web/tour-seed.ts'
import { type Gyre, startGyre, visit } from '../test/web/visit.ts'
import { arePagesBuilt, buildPages } from './pages.mts'

const root = fileURLToPath(new URL('../', import.meta.url))
const [folder = join(root, 'node_modules/.cache/screenshots'), ...names] = process.argv.slice(2)

/** A view that does not come is shot as it is. */
const patienceMs = 5000

type Walk = { readonly browser: Browser; readonly gyre: Gyre; readonly stops: readonly Stop[] }

const isWanted = ({ name }: Stop) => names.length === 0 || names.some((each) => name.startsWith(each))

async function shoot(page: Page, stop: Stop, width: number): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme)
    await page.screenshot({ path: join(folder, `${stop.name}-${width}-${theme}.png`) })
  }
}

/** Goes along the stops at one width, and tells of what the browser complains. */
async function walk({ browser, gyre, stops }: Walk, width: number): Promise<void> {
  const { context, page, complaints } = await visit(browser, gyre, { width, height: width < 760 ? 844 : 900 })
  context.setDefaultTimeout(patienceMs)
  for (const stop of stops.filter((each) => isWanted(each) && width >= (each.from ?? 0))) {
    if (stop === stranger) await context.clearCookies()
    await goTo(page, gyre.server.url, stop).catch((error: Error) => complaints.push(error.message))
    await shoot(page, stop, width)
    for (const complaint of complaints.splice(0)) console.error(stop.name, width, complaint)
  }
  await context.close()
}

mkdirSync(folder, { recursive: true })
if (!arePagesBuilt()) buildPages()
const server = { pages: join(root, 'packages/web/dist/') }
// Readers find the model that they have themselves.
const model = 'demo/rules'
const browser = await launch(await findBrowser(join(root, 'node_modules/.cache/browser/'), process.env))
const empty = await startGyre({ server, model })
for (const width of widths) await walk({ browser, gyre: empty, stops: [...emptyTour, stranger] }, width)
await empty.close()
const gyre = await startGyre({ server, model })
const { page, context } = await visit(browser, gyre)
const seed = await plant({ gyre, page })
await context.close()
const stops = Object.values(tours).flatMap((stopsOf) => stopsOf(seed))
for (const width of widths) await walk({ browser, gyre, stops }, width)
seed.release()
await browser.close()
await gyre.close()
