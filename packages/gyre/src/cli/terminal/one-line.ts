import { stripVTControlCharacters } from 'node:util'

/** A text as one line that moves no cursor: whatever a model or a tool writes is shown, never obeyed. */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
