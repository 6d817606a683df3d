/**
 * A text that is found again by what it holds, or was signed: keys, names, the entries of the audit log. PostgreSQL has
 * no room for NUL characters in it. So they are written as two others, and the first of these as two as well: no two
 * texts become the same, and their order by bytes stays what it was.
 */
const mark = '\u0001'

export function escaped(text: string): string {
  return text.replaceAll(mark, `${mark}1`).replaceAll('\0', `${mark}0`)
}

export function unescaped(stored: string): string {
  return stored.replaceAll(`${mark}0`, '\0').replaceAll(`${mark}1`, mark)
}
