/** What an assistant said before, without what clients wrapped around it: thinking and blocks of their own. */
import { stripThinking } from '@gyre/core'

/** The text as it was meant for people. */
export function saidBefore(text: string): string {
  return stripThinking(withoutDetails(text)).trim()
}

/** `<details …>…</details>` is how Open WebUI keeps reasoning and tool calls in a text. One pass, blocks in blocks too. */
function withoutDetails(text: string): string {
  const tags = /<details(?:\s[^<>]*)?>|<\/details\s*>/gi
  let kept = ''
  let from = 0
  let depth = 0
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    const isClosing = tag[0].startsWith('</')
    if (depth === 0 && !isClosing) kept += text.slice(from, tag.index)
    // A closing tag with none before it is a text like any other.
    if (depth === 0 && isClosing) continue
    depth += isClosing ? -1 : 1
    if (depth === 0) from = tags.lastIndex
  }
  // One that was never closed is cut off with all after it.
  return depth > 0 ? kept : kept + text.slice(from)
}
