/** The libraries that toolboxes load when they are first used, and whether they are there. */
import { createRequire } from 'node:module'

/** Packages by the toolbox that needs them; `mcp` stands for servers. */
export const toolboxLibraries = {
  math: ['mathjs', 'nerdamer-prime'],
  calendar: ['chrono-node', 'date-holidays', 'temporal-polyfill'],
  web: ['@mozilla/readability', 'linkedom', 'robots-parser', 'unpdf'],
  knowledge: ['@mozilla/readability', 'linkedom'],
  mcp: ['@modelcontextprotocol/client'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Whether a package of Gyre, the tools when left out, would find another package. */
export function isInstalled(name: string, by = '@gyre/tools'): boolean {
  const seenFrom = createRequire(createRequire(import.meta.url).resolve(`${by}/package.json`))
  try {
    seenFrom.resolve(name)
    return true
  } catch (error) {
    // A package that is there may not let itself be required.
    return !(error instanceof Error) || !('code' in error) || error.code !== 'MODULE_NOT_FOUND'
  }
}
