import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { criticGrammar, readCritique } from './critic-reply.ts'

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
    '```\nCONFIRMED\n```',
    'Thought: the plate says so.\nFINAL_ANSWER: CONFIRMED',
    'Corrected answer: no changes needed.',
    `${long}\n\nCONFIRMED`,
    `\`\`\`\n${long}\n\`\`\``,
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
    ['COMPLETION_STATUS: COMPLETE', 'it has a line `COMPLETION_STATUS:`, which is no part of an answer'],
    [`${long}\nCONFIDENCE: high`, 'it has a line `CONFIDENCE:`, which is no part of an answer'],
    ['CONFIRMED deaths: 12', 'it is neither CONFIRMED alone nor a corrected answer'],
    ['CONFIRMED: the year is 1952.', 'it is neither CONFIRMED alone nor a corrected answer'],
    ['It was opened in 1961.\n\nConfirmed', 'it confirms the answer and says something else beside that'],
    ['CONFIRMED\nIt should say 1961.', 'it confirms the answer and says something else beside that'],
    ['CONFIRMED. It was 1961.', 'it confirms the answer and says something else beside that'],
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

  it.each([
    ['The year is wrong.\n\nCorrected answer: In 1961.', 'In 1961.'],
    ['The answer is wrong.\n\n**Corrected answer:**\n\nIn 1961.\nIn May.', 'In 1961.\nIn May.'],
    ['CONFIRMED, except for the year.\nCORRECTED: In 1961.', 'In 1961.'],
    ['Thought: it was later.\nFINAL_ANSWER: In 1961.', 'In 1961.'],
    ['```\nIn 1961.\n```', 'In 1961.'],
    ['Corrected answer:\n```\nIn 1961.\n```', 'In 1961.'],
    ['Corrected answer: This is incorrect.', 'This is incorrect.'],
    ['It is right to say that it was opened in 1961.', 'It is right to say that it was opened in 1961.'],
  ])('finds the corrected answer in %j', (reply, answer) => {
    expect(readCritique(reply, 'In 1952.')).toEqual({ is: 'corrected', answer })
  })

  it('leaves labels alone that the answer has itself, and the final answer of a solution', () => {
    const solution = 'It is 6 times 7.\nFinal answer: 43'
    expect(readCritique(solution, 'It is 6 times 7.\nFinal answer: 42')).toEqual({ is: 'corrected', answer: solution })
    expect(readCritique(solution, 'It is 6 times 7.')).toEqual({ is: 'corrected', answer: solution })
    expect(readCritique(`Thought: ${solution}`, '42')).toEqual({ is: 'corrected', answer: '43' })
    expect(readCritique(`<think>Hm.</think>${solution}`, '42')).toEqual({ is: 'corrected', answer: solution })
    expect(readCritique('Confidence: 90 %', 'Confidence: 95 %')).toEqual({
      is: 'corrected',
      answer: 'Confidence: 90 %',
    })
    const worked = (year: number) => `The task.\nCorrected: ${year}`
    expect(readCritique(worked(1961), worked(1952))).toEqual({ is: 'corrected', answer: worked(1961) })
    expect(readCritique('Confirmed deaths: 12', 'Confirmed deaths: 11')).toMatchObject({ is: 'corrected' })
  })

  it('takes no call and no thinking for an answer', () => {
    expect(readCritique('Action: search\nAction Input: {"query":"bridge"}', 'In 1952.').is).toBe('refused')
    expect(readCritique('<think>It was 1961.</think>', 'In 1952.')).toEqual({
      is: 'refused',
      why: 'the reply holds only thinking',
    })
  })

  it('keeps the fence of an answer that is code', () => {
    const code = (value: number) => `\`\`\`js\nconst a = ${value}\n\`\`\``
    expect(readCritique(code(2), code(1))).toEqual({ is: 'corrected', answer: code(2) })
    expect(readCritique('```\nCONFIRMED\n```', code(1))).toEqual({ is: 'confirmed' })
  })

  it('takes a sentence for the correction of a sentence that is like a verdict', () => {
    expect(readCritique('This is incorrect.', 'This is correct.')).toEqual({
      is: 'corrected',
      answer: 'This is incorrect.',
    })
  })

  it.each([
    'The answer is correct.',
    'Yes, the answer is correct and complete.',
    'It looks right.',
    'I confirm that it was opened in 1952.',
    'Correct.',
    'Die Antwort ist richtig.',
    'La réponse est correcte.',
    'La respuesta es correcta.',
    'Bestätigt.',
  ])('asks once more where %j speaks about the answer, which stays', (reply) => {
    expect(readCritique(reply, 'In 1952.')).toEqual({ is: 'confirmed' })
    expect(criticGrammar('In 1952.').parse(reply, [])).toMatchObject({
      kind: 'fault',
      fault: 'it speaks about the answer',
    })
  })

  it.each([
    'NOT CONFIRMED',
    'Unconfirmed: the year is wrong.',
    'NOT CONFIRMED: it was opened in 1961.',
    'The answer is wrong.',
    'The answer is not correct, since it was opened in 1961.',
    'The answer is correct, except for the year.',
    'CONFIRMED, except that the year is 1889: it was opened in 1889.',
    'I cannot confirm the year.',
    'Die Antwort ist falsch.',
    'Die Antwort stimmt nicht.',
    "La réponse n'est pas correcte.",
    'La respuesta no es correcta.',
    'The answer was wrong.\nI do not know the year.',
  ])('asks once more where %j denies the answer', (reply) => {
    expect(readCritique(reply, 'In 1952.')).toEqual({ is: 'denied', why: reply })
    expect(criticGrammar('In 1952.').parse(reply, [])).toMatchObject({
      kind: 'fault',
      fault: 'it says that the answer is wrong, and gives no other',
    })
  })

  it('shows the answer to whoever is asked once more', () => {
    expect(criticGrammar('In 1952.').repair('it speaks about the answer', [])).toMatch(
      /it speaks about the answer\.[\s\S]*CONFIRMED[\s\S]*Corrected answer:[\s\S]*<answer>\nIn 1952\.\n<\/answer>/,
    )
  })

  const text = fc.stringMatching(/^[a-z]{2,8}(?: [a-z0-9]{2,8}){1,8}\.$/)

  it('is confirmed by the word in any dress, whatever the answer is', () => {
    const dress = fc.constantFrom('', '*', '**', '`', '"', '# ', '> ', '\n', ' ')
    fc.assert(
      fc.property(fc.string(), dress, fc.constantFrom('', '.', '!', ' '), (answer, before, after) => {
        expect(readCritique(`${before}CONFIRMED${after}`, answer)).toEqual({ is: 'confirmed' })
      }),
    )
  })

  it('finds what stands behind the label, whatever stands before it', () => {
    fc.assert(
      fc.property(text, text, fc.array(fc.string()), (corrected, answer, before) => {
        fc.pre(corrected !== answer)
        const comment = before.join('\n').replace(/[`~>]|corrected|final/gi, '')
        expect(readCritique(`${comment}\nCorrected answer: ${corrected}`, answer)).toEqual({
          is: 'corrected',
          answer: corrected,
        })
      }),
    )
  })

  it('gives no verdict, no label and nothing empty for an answer', () => {
    const piece = fc.constantFrom(
      'CONFIRMED',
      'Corrected answer:',
      'FINAL_ANSWER:',
      'COMPLETION_STATUS: COMPLETE',
      'The answer is correct.',
      'NOT CONFIRMED',
      'In 1961.',
      '```',
      '\n',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const critique = readCritique(pieces.join(''), 'In 1952.')
        const given = critique.is === 'corrected' ? critique.answer : 'In 1961.'
        expect(given.trim()).not.toMatch(/^$|^(?:NOT )?CONFIRMED$|^The answer is correct\.$|^COMPLETION_STATUS/)
      }),
    )
  })

  it.each(['CONFIRMED ', 'CONFIRMED\n', 'Corrected answer: ', '```\n', '* ', 'the answer is ', 'not '])(
    'reads a long text of %j',
    (piece) => expect(typeof readCritique(piece.repeat(50_000), long).is).toBe('string'),
  )
})
