/** The libraries that toolboxes load when they are first used, and whether they are there. */
import { createRequire } from 'node:module'

/** Packages by the toolbox that needs them; `mcp` stands for servers. */
export const toolboxLibraries = {
  math: ['mathjs', 'nerdamer-prime'],
  calendar: ['chrono-node', 'date-holidays', 'temporal-polyfill'],
  web: ['@mozilla/readability', 'linkedom', 'robots-parser'],
  skills: ['yaml'],
  mcp: ['@modelcontextprotocol/client'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Whether the tools would find a package. */
export function isInstalled(name: string): boolean {
  const seenFrom = createRequire(createRequire(import.meta.url).resolve('@gyre/tools/package.json'))
  try {
    seenFrom.resolve(name)
    return true
  } catch (error) {
    // A package that is there may not let itself be required.
    return !(error instanceof Error) || !('code' in error) || error.code !== 'MODULE_NOT_FOUND'
  }
}
