/** Citations that lead to their sources, and sources that lead back. */

export type CitationLinks = {
  /** Rendered text in which the numbers of sources are links. */
  linked(html: string): string
  /** The anchors of all places that cite this source so far. */
  anchorsOf(number: number): readonly string[]
}

/** Where a number stands for itself, or is part of a link already. */
const closed: ReadonlySet<string> = new Set(['a', 'code', 'pre'])

export function citationLinks(numbers: ReadonlySet<number>): CitationLinks {
  const anchors = new Map<number, string[]>()
  const linkOf = (cited: string, digits: string) => {
    const number = Number(digits)
    if (!numbers.has(number)) return cited
    const own = anchors.get(number) ?? []
    const anchor = `cite-${number}-${own.length + 1}`
    anchors.set(number, [...own, anchor])
    return `<a class="cite" id="${anchor}" href="#${sourceAnchor(number)}">[${number}]</a>`
  }
  return {
    linked: (html) => {
      let depth = 0
      const pieces = html.split(/(<[^>]*>)/).map((piece) => {
        const [, end, tag = ''] = /^<(\/?)([a-z]+)/.exec(piece) ?? []
        if (closed.has(tag)) depth += end === '/' ? -1 : 1
        return piece.startsWith('<') || depth > 0 ? piece : piece.replace(/\[(\d{1,6})\]/g, linkOf)
      })
      return pieces.join('')
    },
    anchorsOf: (number) => anchors.get(number) ?? [],
  }
}

export function sourceAnchor(number: number): string {
  return `source-${number}`
}
