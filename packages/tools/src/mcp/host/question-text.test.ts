import { expect, it } from 'vitest'
import { shownToPerson } from './question-text.ts'

it.each([
  ['keeps words and lines', 'Grüße!\n\t日本語', 'Grüße!\n\t日本語'],
  ['takes out what a terminal obeys', '\u001b[2Jgone\u0007\r', '[2Jgone'],
  ['takes out what turns a text around', 'safe\u202eexe.txt', 'safeexe.txt'],
  ['cuts what is endless', 'x'.repeat(3000), `${'x'.repeat(2000)}…`],
])('%s', (_, text, shown) => {
  expect(shownToPerson(text)).toBe(shown)
})
