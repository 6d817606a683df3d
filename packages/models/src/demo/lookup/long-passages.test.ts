import { describe, expect, it } from 'vitest'
import { findAnswer } from './find-answer.ts'
import { sentencesIn } from './passages.ts'

/** Long enough that reading it in more than one pass takes longer than a test may. */
const longest = 100_000

/** What stands before, what is repeated, what stands behind. */
const families: readonly (readonly [string, string, string])[] = [
  ...[
    ' ',
    '\t',
    'x ',
    '\n',
    '#',
    '# ',
    ' ##',
    '## A b\n',
    '. ',
    '.',
    '| ',
    '“',
    '1',
    '1. ',
    '1. a\n',
    '[1] a\n',
    '(',
  ].map((piece) => ['', piece, ''] as const),
  ['x', ' ', 'x'],
  ['It is so.', ' ', 'x'],
  ['[1] a\n', '(', ''],
  ['[1] a\nx', '(a, 1–2', ''],
  ['[1] a\nx (', ', 1', ''],
  ['1. a', ' ', '\n'],
  ['1. a\n', ' ', 'x'],
  ['1. a\n https://a.example\n(', 'a.', ''],
  ['## ', '1.', ''],
]

describe('a long result', () => {
  it.each(families)('of %j, then %j again and again, then %j is read in one pass', (head, piece, tail) => {
    const text = head + piece.repeat(longest / piece.length) + tail
    expect(sentencesIn(text)).toBeInstanceOf(Array)
    expect(findAnswer('Who commanded the Kittiwake?', [text])).toBeUndefined()
  })
})
