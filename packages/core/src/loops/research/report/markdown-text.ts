/** Texts from outside, put into Markdown: they are shown and never read as Markdown. */

/** Whatever breaks a line, ends a text early or turns it around. */
const unshown = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A line that is longer is cut: a title of a page can be a page of its own. */
const mostCharacters = 400

/** What begins something inside a line. */
const signs = /[\\`*_[\]<>|~&@]/g

/** What many programs take for an address though nothing marks it as one. */
const addresses = /:(?=\/\/)|(?<=\bwww)\./gi

/** Behind a heading it would be left out. */
const hashes = /(?<=^|\s)#/g

/** The text on one line, cut when it is long. */
function oneLine(text: string): string {
  const line = text.replace(unshown, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : line
}

/** One line of words alone: no link, no image, no markup. */
export function plainLine(text: string): string {
  return oneLine(text).replace(signs, '\\$&').replace(addresses, '\\$&').replace(hashes, '\\$&')
}

/** The same, with numbers of sources left as they are cited: `[1][3]`. */
export function plainSentence(text: string): string {
  return plainLine(text).replace(/\\\[(\d+)\\\](?!\()/g, '[$1]')
}

/** One line as code, between more backticks than stand in it one after another. */
export function codeLine(text: string): string {
  const line = oneLine(text)
  const runs = line.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map(({ length }) => length)))
  return runs.length === 0 ? `${fence}${line || ' '}${fence}` : `${fence} ${line} ${fence}`
}

/** A link to a page of the web; any other address is shown and leads nowhere. It may begin a line. */
export function pageLink(title: string, url: string): string {
  const address = webAddress(url)
  return address === undefined ? `${codeLine(url)} ${plainLine(title)}` : `[${plainLine(title)}](${address})`
}

/** As it may stand between brackets; undefined for what is no address of the web. */
function webAddress(url: string): string | undefined {
  if (!/^https?:\/\/[^\s/]/i.test(url) || url.search(unshown) !== -1) return undefined
  const encoded = url.replace(/[\s<>()\\`|"']/g, percentEncoded)
  // It would be read as another character.
  return encoded.replace(/&(?=#?\w+;)/g, '&amp;')
}

function percentEncoded(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  return code < 128 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(sign)
}
