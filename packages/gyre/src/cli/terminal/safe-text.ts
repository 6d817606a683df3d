import { stripVTControlCharacters } from 'node:util'

/** What a model or a tool says is shown, never obeyed: it moves no cursor. Its lines stay lines. */
export function safeText(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]/gu, '')
}
