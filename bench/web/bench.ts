/** What every measurement of the pages needs. */
import type { Browser } from 'playwright-core'

export type Bench = {
  readonly browser: Browser
  /** The folder of the built pages. */
  readonly pages: string
}
