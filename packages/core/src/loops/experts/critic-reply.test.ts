import { describe, expect, it } from 'vitest'
import { readCritique } from './critic-reply.ts'

const long = 'The bridge was opened in 1952. '.repeat(10).trim()

describe('readCritique', () => {
  it.each([
    'CONFIRMED',
    '**CONFIRMED**',
    'Confirmed.',
    '  "CONFIRMED"  ',
    'CONFIRMED\nAll of it is supported.',
    'CONFIRMED. All of it is supported.',
    'I looked at the year. It is right.\nSo is the length.\n\nCONFIRMED',
    long,
  ])('takes %j for a confirmation', (reply) => expect(readCritique(reply, long)).toEqual({ is: 'confirmed' }))

  it('takes another text for the corrected answer, without a label', () => {
    const corrected = long.replaceAll('1952', '1953')
    expect(readCritique(corrected, long)).toEqual({ is: 'corrected', answer: corrected })
    expect(readCritique(`**Corrected answer:** ${corrected}`, long)).toEqual({ is: 'corrected', answer: corrected })
    expect(readCritique('43', '42')).toEqual({ is: 'corrected', answer: '43' })
  })

  it.each([
    ['', 'it is empty'],
    ['  \n', 'it is empty'],
    ['CORRECTED:', 'it is empty'],
    ['It was 1953.', 'it drops most of the answer'],
    ['NOT CONFIRMED', 'it denies the answer and gives no other'],
    ['Unconfirmed: the year is wrong.', 'it denies the answer and gives no other'],
  ])('refuses %j', (reply, why) => expect(readCritique(reply, long)).toEqual({ is: 'refused', why }))

  it('refuses a correction that drops the code', () => {
    const answer = 'Run this:\n```\nls\n```'
    expect(readCritique('Run `ls -a` in the folder.', answer)).toEqual({
      is: 'refused',
      why: 'it drops the code of the answer',
    })
  })

  it('finds no confirmation within a sentence', () => {
    expect(readCritique('It was confirmed in 1953 that it was opened.', 'It opened.').is).toBe('corrected')
  })
})
