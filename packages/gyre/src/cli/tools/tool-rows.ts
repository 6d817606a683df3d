/** Tools as rows of a list: what each does, whether it asks, and a sentence about it. */
import type { ToolFacts } from '../../tools-told/tool-facts.ts'
import { tableLines } from '../output/text-table.ts'
import { oneLine } from '../terminal/one-line.ts'
import { widthOf, wrapped } from '../terminal/text-width.ts'

/** Where there is less room for the sentences they stand below. */
const leastSentence = 32

const indent = '  '

/** The lines of each tool. */
export function toolRows(facts: readonly ToolFacts[], width: number): readonly (readonly string[])[] {
  const cells = facts.map(cellsOf)
  const room = width - indent.length
  const heads = tableLines(cells)
  const taken = Math.max(0, ...tableLines(cells.map((row) => [...row, '|'])).map((line) => widthOf(line) - 1))
  if (room - taken >= leastSentence) {
    const rows = cells.map((row, at) => [...row, sentenceOf(facts[at])])
    return tableLines(rows, { width: room }).map((line) => [`${indent}${line}`])
  }
  return heads.map((head, at) =>
    [`${indent}${head}`, `${indent.repeat(3)}${oneLine(sentenceOf(facts[at]))}`]
      .filter((line) => line.trim() !== '')
      .flatMap((line) => wrapped(line, width).map((piece) => piece.trimEnd())),
  )
}

const approvals = { never: '', 'first-use': 'asks on first use', always: 'asks always' } as const

function cellsOf({ offered: { tool }, breaker, denied }: ToolFacts): readonly string[] {
  const approval = denied.length > 0 ? `denied: ${denied.join(', ')}` : approvals[tool.approval]
  const state = breaker.state === 'closed' ? '' : `breaker ${breaker.state}`
  return [tool.name, tool.effect, approval, state]
}

function sentenceOf(facts: ToolFacts | undefined): string {
  const [sentence = ''] = facts?.offered.tool.description.split(/(?<=[.!?])\s|\n/, 1) ?? []
  return sentence
}
