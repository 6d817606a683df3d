/**
 * Measurements of the web pages, by a real browser.
 *
 *     npm run bench:web                        all of them, about ten minutes
 *     npm run bench:web -- first-load          what a browser loads before somebody can write
 *     npm run bench:web -- long --rounds=3     a session of 10 000 steps: opened, scrolled, read, compared
 *     npm run bench:web -- live --minutes=30   a session of fifty events a second
 *
 * The browser is the one of this machine, or the one of `BROWSER_PATH`, or a packed one. `--pages=FOLDER` measures
 * pages that were built elsewhere.
 */
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { pagesFolder } from '@gyre/web'
import { findBrowser, launch } from '../../test/web/browser.ts'
import type { Bench } from './bench.ts'
import { webFirstLoadTable } from './first-load.ts'
import { webLiveTable } from './live.ts'
import { webLongTable } from './long-session.ts'

const args = process.argv.slice(2)
const given = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length)
const numberOf = (name: string, usual: number) => {
  const value = Number(given(name) ?? usual)
  if (!(value > 0)) throw new Error(`--${name} is a number above 0, not ${given(name)}.`)
  return value
}

const tables: Readonly<Record<string, (bench: Bench) => Promise<string>>> = {
  'first-load': webFirstLoadTable,
  long: (bench) =>
    webLongTable({
      ...bench,
      steps: numberOf('steps', 10_000),
      rounds: numberOf('rounds', 3),
      tells: args.includes('--top'),
    }),
  live: (bench) => webLiveTable(numberOf('minutes', 2), bench),
}

const names = args.filter((arg) => !arg.startsWith('--'))
const unknown = names.find((name) => !tables[name])
if (unknown !== undefined) {
  throw new Error(`There is no measurement \`${unknown}\`. There are: ${Object.keys(tables).join(', ')}.`)
}

const cache = fileURLToPath(new URL('../../node_modules/.cache/browser/', import.meta.url))
const browser = await launch(await findBrowser(cache, process.env))
try {
  console.log(`Node ${process.version}, Chromium ${browser.version()}, ${cpus().length} cores\n`)
  for (const name of names.length > 0 ? names : Object.keys(tables)) {
    console.error(`measuring ${name} …`)
    console.log(`${await tables[name]?.({ browser, pages: given('pages') ?? pagesFolder })}\n`)
  }
} finally {
  await browser.close()
}
