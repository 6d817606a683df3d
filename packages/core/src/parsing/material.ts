/**
 * What a model is given to work on, part by part: `<task>…</task>`, `<draft>…</draft>`.
 *
 * Tags keep the parts apart whatever is written in them: no part can close its own tag, nor that of another.
 */

export function material(parts: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))
  const names = given.map(([name]) => name).join('|')
  const tags = new RegExp(`<(?=/?(?:${names})>)`, 'g')
  return given.map(([name, text]) => `<${name}>\n${text.replace(tags, '‹')}\n</${name}>`).join('\n\n')
}

/** The parts of such a text by their names; nothing when there is none. */
export function readMaterial(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(/^<([a-z][\w-]*)>\n([\s\S]*?)\n?<\/\1>$/gm)
  return Object.fromEntries([...found].map(([, name = '', inside = '']) => [name, inside]))
}
