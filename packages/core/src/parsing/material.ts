/**
 * What a model is given to work on, part by part: `<task>…</task>`, `<draft>…</draft>`.
 *
 * Tags keep the parts apart whatever is written in them. Where a text holds such a tag itself, the parts have others
 * that it does not hold, `<task-2>…</task-2>`: no part can close its own tag, nor that of another, and nothing that
 * people wrote is changed.
 */

/** Names of parts are words in small letters; a number at the end is for tags. */
export function material(parts: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))
  const suffix = freeSuffix(given)
  return given.map(([name, text]) => `<${name}${suffix}>\n${text}\n</${name}${suffix}>`).join('\n\n')
}

/** The first that stands at no tag in any text, the same for all parts. */
function freeSuffix(given: readonly (readonly [name: string, text: string])[]): string {
  const names = given.map(([name]) => name).join('|')
  // A model takes a sloppily written tag for one, too.
  const tags = new RegExp(`<\\s{0,9}/?\\s{0,9}(?:${names})(-\\d+)?(?=[\\s/>]|$)`, 'gi')
  const taken = new Set(given.flatMap(([, text]) => [...text.matchAll(tags)].map(([, suffix = '']) => suffix)))
  let suffix = ''
  for (let number = 2; taken.has(suffix); number++) suffix = `-${number}`
  return suffix
}

type Tag = { readonly isClosing: boolean; readonly name: string; readonly start: number; readonly end: number }

/** The parts of such a text by their plain names; nothing when there is none. One pass, whatever the text is. */
export function readMaterial(text: string): Readonly<Record<string, string>> {
  const tags = tagLines(text)
  // The next one of each name stands last.
  const closings = Map.groupBy(tags.filter(({ isClosing }) => isClosing).reverse(), ({ name }) => name)
  const parts: [string, string][] = []
  let from = 0
  for (const { isClosing, name, start, end } of tags) {
    if (isClosing || start < from) continue
    const ahead = closings.get(name) ?? []
    let closing = ahead.pop()
    while (closing && closing.start <= end) closing = ahead.pop()
    if (!closing) continue
    parts.push([name.replace(/-\d+$/, ''), text.slice(end + 1, closing.start - 1)])
    from = closing.end
  }
  return Object.fromEntries(parts)
}

/** Lines that are a tag and nothing else. */
function tagLines(text: string): readonly Tag[] {
  return [...text.matchAll(/(?<=^|\n)<(\/?)([a-z][\w-]*)>(?=\n|$)/g)].map((match) => ({
    isClosing: match[1] === '/',
    name: match[2] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }))
}
