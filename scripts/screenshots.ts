/**
 * Pictures of every page: `node --conditions=@gyre/source scripts/screenshots.ts FOLDER [NAME…]` shoots the tour at
 * each width in light and dark. With names, only the views whose names begin with one of them.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { findBrowser, launch } from '../test/web/browser.ts'
import { emptyTour, goTo, type Stop, stranger, tourOf, widths } from '../test/web/tour.ts'
import { plant } from '../test/web/tour-seed.ts'
import { complaintsOf, type Gyre, startGyre, visit } from '../test/web/visit.ts'
import { arePagesBuilt, buildPages } from './pages.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const [folder = join(root, 'node_modules/.cache/screenshots'), ...names] = process.argv.slice(2)

type Walk = { readonly gyre: Gyre; readonly stops: readonly Stop[]; readonly isLoggedIn?: boolean }

async function shoot(browser: Browser, { gyre, stops, isLoggedIn = true }: Walk): Promise<void> {
  const wanted = stops.filter(({ name }) => names.length === 0 || names.some((each) => name.startsWith(each)))
  for (const width of widths) {
    const height = width < 760 ? 844 : 900
    const viewport = { width, height }
    const visitor = isLoggedIn ? await visit(browser, gyre, viewport) : undefined
    const context = visitor?.context ?? (await browser.newContext({ locale: 'en-US', viewport }))
    const page = visitor?.page ?? (await context.newPage())
    const complaints = visitor?.complaints ?? complaintsOf(page)
    for (const stop of wanted.filter(({ from = 0 }) => width >= from)) {
      await goTo(page, gyre.server.url, stop).catch((error: Error) => console.error(stop.name, width, error.message))
      for (const theme of ['light', 'dark']) {
        await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme)
        await page.screenshot({ path: join(folder, `${stop.name}-${width}-${theme}.png`) })
      }
      for (const complaint of complaints.splice(0)) console.error(stop.name, width, complaint)
    }
    await context.close()
  }
}

mkdirSync(folder, { recursive: true })
if (!arePagesBuilt()) buildPages()
const server = { pages: join(root, 'packages/web/dist/') }
const browser = await launch(await findBrowser(join(root, 'node_modules/.cache/browser/'), process.env))
const empty = await startGyre({ server })
await shoot(browser, { gyre: empty, stops: emptyTour })
await shoot(browser, { gyre: empty, stops: [stranger], isLoggedIn: false })
await empty.close()
const gyre = await startGyre({ server })
const { page, context } = await visit(browser, gyre)
const seed = await plant({ gyre, page })
await context.close()
await shoot(browser, { gyre, stops: tourOf(seed) })
seed.release()
await browser.close()
await gyre.close()
