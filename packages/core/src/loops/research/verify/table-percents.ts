/** Numbers of a table that are percentages by the head of their column or by their row. */

const percent = /%|per\s?cent|prozent/i
const number = /(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+)?(?![\d.,]*\d)/gu

/** As keys of figures. */
export function percentsOfTables(text: string): readonly string[] {
  if (!text.includes('|') || !percent.test(text)) return []
  const keys: string[] = []
  let head: readonly string[] | undefined
  for (const line of text.split('\n')) {
    const cells = line.includes('|') ? line.replace(/^\s*\|/, '').split('|') : undefined
    if (cells && head) keys.push(...percentsOf(cells, head, percent.test(line)))
    head = cells && (head ?? cells)
  }
  return keys
}

function percentsOf(cells: readonly string[], head: readonly string[], isOfPercents: boolean): readonly string[] {
  return cells
    .filter((_, column) => isOfPercents || percent.test(head[column] ?? ''))
    .flatMap((cell) => cell.match(number) ?? [])
    .map((found) => `${Number(found.replace(',', '.'))}%`)
}
