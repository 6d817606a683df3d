/** The words of a final answer, for people. */
import { withoutProtocol } from './protocol-text.ts'

const quoted = /[:：][ \t]{0,8}\r?\n(?=[ \t]{0,8}(?:Thoughts?|Action(?: Input)?|Observations?)[ \t]{0,3}[:：])/i
const paragraphEnd = /\r?\n[ \t]{0,40}(?=\r?\n)/

/**
 * An answer without the labels of other protocols, which some models cannot leave off. What a line that ends in a colon
 * introduces is quoted, to the end of its paragraph: a log may have such words.
 */
export function answerWords(value: string): string {
  const kept: string[] = []
  let rest = value
  for (let match = quoted.exec(rest); match; match = quoted.exec(rest)) {
    const said = withoutProtocol(rest.slice(0, match.index + 1))
    // The line that would introduce it is protocol itself.
    if (!/[:：]$/.test(said)) break
    const from = match.index + match[0].length
    const length = rest.slice(from).search(paragraphEnd)
    const end = length < 0 ? rest.length : from + length
    kept.push(`${said}\n${rest.slice(from, end).trimEnd()}`)
    rest = rest.slice(end)
  }
  const last = withoutProtocol(rest)
  return [...kept, ...(last === '' ? [] : [last])].join('\n\n').trim()
}
