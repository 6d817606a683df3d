import { stripVTControlCharacters } from 'node:util'
import { visibleText } from './visible-text.ts'

/** A text as one line that moves no cursor and hides nothing: whatever a model or a tool writes is shown, never obeyed. */
export function oneLine(text: string): string {
  const line = stripVTControlCharacters(text).replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  return visibleText(line.trim())
}
