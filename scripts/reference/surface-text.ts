/** The public API as text to compare: names and declarations, without the words about them. */
import type { ApiEntry } from './public-api.ts'

/** One part for each entry. What an earlier entry exports, too, is declared there and only named here. */
export function surfaceText(api: readonly ApiEntry[]): string {
  const first = new Map<string, string>()
  const parts = api.map(({ name: entry, symbols }) => {
    const lines = symbols.map((symbol) => {
      const home = first.get(symbol.id)
      if (home) return `${symbol.name}: see ${home}`
      first.set(symbol.id, entry)
      return withoutComments(symbol.declaration)
    })
    return `== ${entry}\n\n${lines.join('\n')}`
  })
  return `${parts.join('\n\n')}\n`
}

function withoutComments(declaration: string): string {
  return declaration
    .replaceAll(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replaceAll(/ *\/\/.*$/gm, '')
    .replaceAll(/\n\s*(?=\n)/g, '')
}
