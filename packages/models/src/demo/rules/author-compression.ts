/** A working memory in fewer words: each line once, and quotations without their middle. */

import { fencedIn } from '../reading/fenced-lines.ts'
import type { Rule } from '../rule.ts'

export const authorCompression: Rule = {
  name: 'author-compression',
  purposes: ['compression'],
  decide(_, { material }) {
    const text = fencedIn(material['memory'])[0]?.text
    return text === undefined ? undefined : { kind: 'value', thought: '', value: { compressed: compressed(text) } }
  },
}

function compressed(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^Step \S+: (?=Wanted: )/, '').trim())
  const kept = [...new Set(lines)].filter((line) => line !== '')
  return kept
    .map((line) => line.replace(/“([^”]{90,})”/g, (_, quote: string) => `“${quote.slice(0, 80).trimEnd()}…”`))
    .join('\n')
}
