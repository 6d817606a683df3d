/** The pages of the API reference, as Markdown. */
import { markdownTable } from './markdown-table.ts'
import type { ApiEntry } from './public-api.ts'
import type { PublicSymbol } from './public-symbol.ts'

type Home = { readonly entry: ApiEntry; readonly name: string; readonly heading: string }

/** Where each symbol is described: the page of the first entry that has it. */
type Homes = ReadonlyMap<string, Home>

/** File names and texts. */
export function apiPages(api: readonly ApiEntry[]): ReadonlyMap<string, string> {
  const homes = homesOf(api)
  const pages = api.map((entry) => [entry.page, entryPage(entry, homes)] as const)
  return new Map([['README.md', indexPage(api, homes)], ...pages])
}

function homesOf(api: readonly ApiEntry[]): Homes {
  const homes = new Map<string, Home>()
  for (const entry of api) {
    for (const symbol of entry.symbols) {
      if (homes.has(symbol.id)) continue
      homes.set(symbol.id, { entry, name: symbol.name, heading: headingOf(symbol, entry.symbols) })
    }
  }
  return homes
}

/** A type and a function may differ in one capital letter, which anchors do not have. */
function headingOf({ name, kind }: PublicSymbol, others: readonly PublicSymbol[]): string {
  const alike = others.filter((other) => other.name.toLowerCase() === name.toLowerCase())
  return alike.length > 1 && kind === 'type' ? `${name} (type)` : name
}

const anchorOf = (heading: string) => heading.toLowerCase().replaceAll(/[()]/g, '').replaceAll(' ', '-')
const isAt = (entry: ApiEntry, symbol: PublicSymbol, homes: Homes) => homes.get(symbol.id)?.entry === entry

function linkTo({ entry, name, heading }: Home, from: ApiEntry): string {
  return `[\`${name}\`](${entry === from ? '' : entry.page}#${anchorOf(heading)})`
}

const made = '<!-- Made from the sources by `npm run docs`. -->'
const firstSentence = (text: string) => /^[\s\S]*?[.](?=\s|$)/.exec(text)?.[0] ?? text
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

function indexPage(api: readonly ApiEntry[], homes: Homes): string {
  const rows = api.map((entry) => {
    const own = entry.symbols.filter((symbol) => isAt(entry, symbol, homes)).length
    return [`[\`${entry.name}\`](${entry.page})`, oneLine(firstSentence(entry.doc)), String(own)]
  })
  return `# API reference

${made}

What the packages export. People who use Gyre need \`gyre\`, \`gyre/testing\` and \`gyre/tools\`; the rest is for those who write
stores, models, toolboxes, servers and tools around it. A symbol that several entries export is described once, on the
first of their pages.

${markdownTable(['entry', 'holds', 'described there'], rows)}
`
}

function entryPage(entry: ApiEntry, homes: Homes): string {
  const own = entry.symbols.filter((symbol) => isAt(entry, symbol, homes))
  const elsewhere = entry.symbols.flatMap((symbol) => homes.get(symbol.id) ?? []).filter((home) => home.entry !== entry)
  const groups = Map.groupBy(own, groupOf)
  const sections = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, symbols]) => {
      const described = symbols.map((symbol) => section(symbol, entry, homes))
      return `## ${group}\n\n${described.join('\n\n')}`
    })
  const links = elsewhere.map((home) => linkTo(home, entry)).join(', ')
  const others = elsewhere.length > 0 ? [`## Described elsewhere\n\n${links}.`] : []
  return [`# ${entry.name}`, made, entry.doc, ...sections, ...others].join('\n\n').concat('\n')
}

/** The folder that a symbol stands in says what it belongs to. */
function groupOf({ file }: PublicSymbol): string {
  if (file.startsWith('node_modules/')) return 'Libraries'
  const [, , , folder = '', inside] = file.split('/')
  const words = inside === undefined ? 'basics' : folder.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function section(symbol: PublicSymbol, entry: ApiEntry, homes: Homes): string {
  const used = symbol.uses.flatMap((id) => {
    const home = homes.get(id)
    return home ? [linkTo(home, entry)] : []
  })
  return [
    `### ${homes.get(symbol.id)?.heading ?? symbol.name}`,
    ...(symbol.doc ? [symbol.doc] : []),
    `\`\`\`typescript\n${symbol.shown}\n\`\`\``,
    ...(used.length > 0 ? [`Uses ${used.join(', ')}.`] : []),
  ].join('\n\n')
}
