/**
 * Markdown that a model wrote, as a part of a larger text: it stays within its part.
 *
 * It may have paragraphs, lists, tables and code. It may not have headings as high as those around it, code that never
 * ends, definitions that turn citations into links, images, HTML, or links to anything but a source.
 */

/** Only one at the very beginning of a line: any other may belong to a list, and end with it. */
const fenceStart = /^(`{3,}|~{3,})/

/** Links lead to these addresses alone. */
export function containedMarkdown(text: string, addresses: ReadonlySet<string> = new Set()): string {
  let fence: string | undefined
  // First of all: what stands behind a blank of some other kind begins a line when that is gone.
  const lines = text
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => {
      if (fence !== undefined) {
        if (isEndOf(fence, line)) fence = undefined
        return line
      }
      fence = openedBy(line)
      return fence === undefined ? containedLine(line, addresses) : line
    })
  return [...lines, ...(fence === undefined ? [] : [fence])].join('\n')
}

/** Backticks behind backticks are code within a line. */
function openedBy(line: string): string | undefined {
  const [, fence] = fenceStart.exec(line) ?? []
  return fence?.startsWith('`') && line.slice(fence.length).includes('`') ? undefined : fence
}

function isEndOf(fence: string, line: string): boolean {
  const trimmed = line.trimEnd()
  const end = trimmed.replace(/^ {0,3}/, '')
  return end.length >= fence.length && end === fence.charAt(0).repeat(end.length)
}

/** Marks of lists and quotations: headings, code and definitions may stand behind them. */
const marks = String.raw`^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*`

const heading = new RegExp(String.raw`(${marks})#{1,2}(?=[ \t]|$)`)
const underline = new RegExp(String.raw`(${marks})(?==+[ \t]*$|-+[ \t]*$)`)
const nestedFence = new RegExp(String.raw`(${marks})(\x60{3,}|~{3,})`)
/** Its name may go on in the next line. */
const definition = new RegExp(String.raw`(${marks})\[(?=[^\]]*(?:\]:|$))`)

/** With an odd number of backslashes before it, it is none. */
const tagStart = /(?<!\\)(\\*)<(?=[a-z/!?])/gi

/** Links, and addresses that many programs take for one. */
const links = /\]\(([^\s()<>]*)\)?|(?:\bhttps?:\/\/|\bwww\.)[^\s()<>]*|:\/\/|@/gi

/** What begins a link in what was found. */
const linkSigns = /(?<=^\])\(|:(?=\/\/)|(?<=\bwww)\.|@/gi

function containedLine(line: string, addresses: ReadonlySet<string>): string {
  return line
    .replace(links, (found, address = found) => (addresses.has(address) ? found : found.replace(linkSigns, '\\$&')))
    .replace(tagStart, (_, before: string) => (before.length % 2 === 0 ? `${before}\\<` : `${before}<`))
    .replaceAll('![', '!\\[')
    .replace(heading, '$1###')
    .replace(underline, '$1\\')
    .replace(nestedFence, (_, before: string, fence: string) => before + fence.replace(/./g, '\\$&'))
    .replace(definition, '$1\\[')
}
