/** The parts of a Markdown text that are code: markup in them is shown, not read. */
export type Range = { readonly start: number; readonly end: number }

const fence = /^[ \t]{0,8}(`{3,}|~{3,})[^\n]*$/gm

/** Fenced blocks and inline code, in order. */
export function codeRanges(text: string): readonly Range[] {
  if (!/[`~]/.test(text)) return []
  const fenced = fencedBlocks(text)
  const ranges: Range[] = []
  let from = 0
  for (const block of fenced) {
    ranges.push(...inlineCode(text, from, block.start), block)
    from = block.end
  }
  return [...ranges, ...inlineCode(text, from, text.length)]
}

function fencedBlocks(text: string): readonly Range[] {
  const blocks: Range[] = []
  let open: { mark: string; start: number } | undefined
  for (const { 0: line, 1: mark = '', index } of text.matchAll(fence)) {
    if (!open) open = { mark, start: index }
    else if (mark.startsWith(open.mark)) {
      blocks.push({ start: open.start, end: index + line.length })
      open = undefined
    }
  }
  return blocks
}

/** Longer is not a word of code in a sentence. */
const longestInline = 400

function inlineCode(text: string, from: number, to: number): readonly Range[] {
  const ranges: Range[] = []
  let start = text.indexOf('`', from)
  while (start >= 0 && start < to) {
    const end = text.indexOf('`', start + 1)
    if (end < 0 || end >= to) break
    const isCode = end - start <= longestInline && !text.slice(start, end).includes('\n\n')
    if (isCode) ranges.push({ start, end: end + 1 })
    start = isCode ? text.indexOf('`', end + 1) : end
  }
  return ranges
}
