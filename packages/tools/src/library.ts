/** Libraries that are loaded when a tool first needs them: starting a program loads none. */
import { loadPackages } from '@gyre/core'

/** What toolboxes need beyond what is installed with Gyre; `mcp` stands for servers, `pdf` for documents of that kind. */
export const toolboxLibraries = {
  math: ['mathjs', 'nerdamer-prime'],
  calendar: ['chrono-node', 'date-holidays', 'temporal-polyfill'],
  web: ['@mozilla/readability', 'linkedom', 'robots-parser'],
  pdf: ['unpdf'],
  mcp: ['@modelcontextprotocol/client'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Part = keyof typeof toolboxLibraries

const told: Readonly<Record<Part, string>> = {
  math: 'The toolbox `math`',
  calendar: 'The toolbox `calendar`',
  web: 'Reading web pages',
  pdf: 'Reading PDF',
  mcp: 'An MCP server',
}

/** What `load` imports for a part; one that is not installed is named, with all that the part will ask for next. */
export async function loadLibrary<T>(part: Part, load: () => Promise<T>): Promise<T> {
  return loadPackages(told[part], toolboxLibraries[part], load)
}
