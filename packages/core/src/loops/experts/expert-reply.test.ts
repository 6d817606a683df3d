import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expertReplyText, readExpertReply } from './expert-reply.ts'

describe('readExpertReply', () => {
  it('reads the answer and the three lines under it', () => {
    expect(readExpertReply('It is 70.\n\nCONFIDENCE: high\nGAPS: the month\nREFERRAL: history')).toEqual({
      answer: 'It is 70.',
      confidence: 'high',
      gaps: 'the month',
      referral: 'history',
    })
  })

  it.each([
    ['bold', '**CONFIDENCE:** medium\n**GAPS:** none\n**REFERRAL:** none'],
    ['bold values', '**CONFIDENCE: medium**\n**GAPS: none**\n**REFERRAL: none**'],
    ['bullets', '- CONFIDENCE: medium\n- GAPS: none\n- REFERRAL: none'],
    ['bold bullets', '* **Confidence:** Medium\n* **Gaps:** None\n* **Referral:** N/A'],
    ['numbers', '1. CONFIDENCE: medium\n2. GAPS: none.\n3. REFERRAL: none.'],
    ['headings', '## CONFIDENCE: medium\n## GAPS: none\n## REFERRAL: none'],
    ['backticks', '`CONFIDENCE: medium`\n`GAPS: none`\n`REFERRAL: none`'],
    ['another colon', 'CONFIDENCE：medium\nGAPS：none\nREFERRAL：none'],
    ['one line', 'CONFIDENCE: medium, GAPS: none, REFERRAL: none'],
    ['one line with bars', 'CONFIDENCE: medium | GAPS: none | REFERRAL: none'],
    ['empty lines between', 'CONFIDENCE: medium\n\nGAPS: none\n\nREFERRAL: none'],
    ['another order', 'REFERRAL: none\nGAPS: none\nCONFIDENCE: medium'],
    ['a rule before', '---\nCONFIDENCE: medium\nGAPS: none\nREFERRAL: none'],
    ['a reason behind the level', 'CONFIDENCE: medium (one source)\nGAPS: none\nREFERRAL: none'],
    ['German', 'CONFIDENCE: mittel\nGAPS: keine\nREFERRAL: keine'],
    ['Spanish', 'CONFIDENCE: media\nGAPS: ninguna\nREFERRAL: nada'],
  ])('reads them with %s', (_, lines) => {
    expect(readExpertReply(`It is 70.\n\n${lines}`)).toEqual({
      answer: 'It is 70.',
      confidence: 'medium',
      gaps: '',
      referral: '',
    })
  })

  it('reads them above the answer, and behind another answer', () => {
    expect(readExpertReply('CONFIDENCE: low\nGAPS: all\n\nIt is 70.')).toMatchObject({
      answer: 'It is 70.',
      confidence: 'low',
      gaps: 'all',
    })
    expect(readExpertReply('CONFIDENCE: low\n\nOr rather: it is 70.\n\nCONFIDENCE: high')).toMatchObject({
      answer: 'CONFIDENCE: low\n\nOr rather: it is 70.',
      confidence: 'high',
    })
  })

  it('reads gaps that are a list', () => {
    expect(readExpertReply('A.\nCONFIDENCE: low\nGAPS:\n- the month\n- the day\nREFERRAL: none')).toMatchObject({
      answer: 'A.',
      gaps: '- the month\n- the day',
    })
  })

  it.each(['It is 70.', '', 'My confidence is high.', 'CONFIDENCE: high | medium | low', 'CONFIDENCE: 42'])(
    'knows no level of %j',
    (text) => expect(readExpertReply(text).confidence).toBeUndefined(),
  )

  it('takes nothing out of an answer that has such words in its middle', () => {
    const answer = 'Mind the gaps.\n\nGaps: 3 mm between planks.\n\nThat is all.'
    expect(readExpertReply(answer).answer).toBe(answer)
    expect(readExpertReply(`${answer}\n\nCONFIDENCE: high`)).toMatchObject({ answer, confidence: 'high', gaps: '' })
  })

  it('reads what it writes', () => {
    const words = fc
      .stringMatching(/^[a-z]{2,8}(?: [a-z]{2,8}){1,5}$/)
      .filter((text) => !/none|nothing|null|nada/.test(text))
    const level = fc.constantFrom('high' as const, 'medium' as const, 'low' as const)
    fc.assert(
      fc.property(words, level, fc.oneof(words, fc.constant('')), words, (answer, confidence, gaps, referral) => {
        const reply = { answer, confidence, gaps, referral }
        expect(readExpertReply(expertReplyText(reply))).toEqual(reply)
      }),
    )
  })

  it('loses no words that are not those lines', () => {
    const line = fc.stringMatching(/^[A-Za-z ,.:*-]{0,40}$/).filter((text) => !/confidence|gaps|referral/i.test(text))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.join('\n').trim()
        expect(readExpertReply(text).answer).toBe(text.replace(/\n\s*[-*]{3,}$/, '').trimEnd())
      }),
    )
  })

  it.each(['CONFIDENCE: ', 'GAPS:\n', '* ', '**', '\n', '`', ' REFERRAL: x'])('reads a long text of %j', (piece) => {
    expect(typeof readExpertReply(`x\n${piece.repeat(50_000)}y`).answer).toBe('string')
  })
})
