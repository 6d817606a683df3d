import { describe, expect, it } from 'vitest'
import { type Key, lineOf, pressed, textIn } from './line-input.ts'

/** The line after these keys, `|` where the cursor stands. */
function typed(text: string, ...keys: Key[]): string {
  const line = keys.reduce(pressed, lineOf(text))
  return `${line.characters.slice(0, line.cursor).join('')}|${line.characters.slice(line.cursor).join('')}`
}

const left: Key = { name: 'left', sequence: '\x1b[D' }
const home: Key = { name: 'home', sequence: '\x1b[H' }

describe('a line that is typed', () => {
  it.each<[string, string, Key[]]>([
    ['ab|', 'a', [{ name: 'b', sequence: 'b' }]],
    ['aX|b', 'ab', [left, { sequence: 'X' }]],
    ['a|', 'ab', [{ name: 'backspace', sequence: '\x7f' }]],
    ['|', '', [{ name: 'backspace', sequence: '\x7f' }]],
    ['|b', 'ab', [home, { name: 'delete', sequence: '\x1b[3~' }]],
    ['|b', 'ab', [home, { name: 'd', ctrl: true, sequence: '\x04' }]],
    ['|ab', 'ab', [left, left, left]],
    ['ab|', 'ab', [left, { name: 'end' }, { name: 'right' }]],
    ['|b', 'ab', [left, { name: 'u', ctrl: true, sequence: '\x15' }]],
    ['a|', 'ab', [left, { name: 'k', ctrl: true, sequence: '\x0b' }]],
    ['one |', 'one two ', [{ name: 'w', ctrl: true, sequence: '\x17' }]],
    ['é日|', 'é', [{ sequence: '日' }]],
    [
      'ab|',
      'ab',
      [
        { name: 'up', sequence: '\x1b[A' },
        { name: 'x', ctrl: true, sequence: '\x18' },
      ],
    ],
    ['ab|', 'ab', [{ name: 'x', meta: true, sequence: '\x1bx' }]],
  ])('is %s', (after, before, keys) => {
    expect(typed(before, ...keys)).toBe(after)
  })

  it('gives back its text', () => {
    expect(textIn(lineOf('as it was'))).toBe('as it was')
  })
})
