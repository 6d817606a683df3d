import { describe, expect, it } from 'vitest'
import { admissionIn } from './admission.ts'
import { readCritique } from './critic-reply.ts'
import { readExpertReply } from './expert-reply.ts'

/** Long enough that reading it in more than one pass takes minutes. */
const longest = 100_000

const pieces: readonly string[] = [
  ...[' ', '\n', ' \n', '\t', '"', '`', '```\n', '“', '”', "'", '**', '- ', '> a\n', 'a ', 'é', '漢', '.', '. ', '! '],
  ...[
    'CONFIDENCE: ',
    'CONFIDENCE: high\n',
    'GAPS:\n',
    'GAPS: a\nREFERRAL: b\n',
    'CONFIRMED\n',
    'CONFIRMED ',
    'not CONFIRMED ',
  ],
  ...['Corrected answer: ', 'Corrected answer:\n', 'I cannot ', 'I do not have ', 'ich kann nicht ', 'je ne peux pas '],
  ...[
    'I cannot find "',
    'the answer is ',
    'the answer is correct. ',
    'access ',
    'real-time ',
    '<tool_call>',
    'COMPLETION_STATUS: ',
  ],
]

describe('a long reply of an expert or a critic', () => {
  it.each(pieces)('of %j again and again is read in one pass', (piece) => {
    const text = piece.repeat(Math.ceil(longest / piece.length))
    expect(readExpertReply(text)).toBeTypeOf('object')
    expect(readCritique(text, 'In 1952.')).toBeTypeOf('object')
    expect(['string', 'undefined']).toContain(typeof admissionIn(text))
  })
})
