/** A report as a page of its own. What makes pages is loaded when one is made. */
import type { Report } from '@gyre/core'

/** One HTML page that needs nothing beside it and runs no scripts. */
export async function reportHtml(report: Report): Promise<string> {
  const { researchPage } = await import('./research-page.ts')
  return researchPage(report)
}
