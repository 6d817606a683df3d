/** Before the long tests: the pages are built, and a browser is found, once for all of them. */
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { arePagesBuilt, buildPages } from '../../scripts/pages.mts'
import { findBrowser } from './browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The program of a browser. */
    browser: string
    /** The folder of the built pages. */
    pages: string
  }
}

const pages = fileURLToPath(new URL('../../packages/web/dist/', import.meta.url))
const cache = fileURLToPath(new URL('../../node_modules/.cache/browser/', import.meta.url))

export async function setup(project: TestProject): Promise<void> {
  if (!arePagesBuilt()) buildPages()
  // The folder for temporary files is that of the browser alone.
  const { TMPDIR } = process.env
  project.provide('browser', await findBrowser(cache, process.env))
  if (TMPDIR === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = TMPDIR
  project.provide('pages', pages)
}
