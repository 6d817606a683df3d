import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unquoted } from './quoted-text.ts'
import { readThought, thoughtGrammar } from './thought.ts'

const thought = (text: string) => ({ ok: true, value: { text, isAnswer: false } })
const answer = (text: string) => ({ ok: true, value: { text, isAnswer: true } })
const quiz = '1. Capital of France?\nAnswer: Paris\n2. Capital of Spain?\nAnswer: Madrid'
const nothing = { ok: false, fault: 'there is nothing after `THOUGHT:` or `ANSWER:`' }

describe('a thought', () => {
  it.each([
    ['after its marker', 'THOUGHT: 13 - 9 = 4', '13 - 9 = 4'],
    ['in another case', 'Thought: 13 - 9 = 4', '13 - 9 = 4'],
    ['with a number', 'Thought 2: 13 - 9 = 4', '13 - 9 = 4'],
    ['in bold', '**THOUGHT:** 13 - 9 = 4', '13 - 9 = 4'],
    ['in bold to its end', '**THOUGHT: 13 - 9 = 4**', '13 - 9 = 4'],
    ['under a heading', '## THOUGHT:\n13 - 9 = 4', '13 - 9 = 4'],
    ['after a marker said twice', 'THOUGHT: THOUGHT: 13 - 9 = 4', '13 - 9 = 4'],
    ['in a list', '- THOUGHT: 13 - 9 = 4', '13 - 9 = 4'],
    ['in a fence', '```text\nTHOUGHT: 13 - 9 = 4\n```', '13 - 9 = 4'],
    ['after prose', 'I look at the numbers.\nTHOUGHT: 13 - 9 = 4', '13 - 9 = 4'],
    ['over several lines', 'THOUGHT: first\nand second', 'first\nand second'],
    ['and what would come after it', 'THOUGHT: 13 - 9 = 4\nTHOUGHT: 10 - 4 = 6', '13 - 9 = 4'],
    ['before an answer that is empty', 'THOUGHT: 13 - 9 = 4\nANSWER:', '13 - 9 = 4'],
    ['before an empty answer of the longer name', 'THOUGHT: 13 - 9 = 4\nFINAL ANSWER:', '13 - 9 = 4'],
    ['without a marker', '13 - 9 = 4 (left: 4, 4, 10)', '13 - 9 = 4 (left: 4, 4, 10)'],
    ['that speaks of an answer', 'The answer is near.', 'The answer is near.'],
    ['that is a text of questions and answers', quiz, quiz],
    ['instead of an answer that is still to come', 'THOUGHT: Look further.\nANSWER: (to be found)', 'Look further.'],
    ['before an answer that is still to come', 'I look further.\nANSWER: N/A', 'I look further.'],
    ['that says that there is no answer', 'ANSWER: none yet', 'none yet'],
    ['that says so in another way', 'Answer: not yet known.', 'not yet known.'],
    ['with a marker amid a sentence', 'The log line ANSWER: 7 means seven.', 'The log line ANSWER: 7 means seven.'],
    ['with a quoted answer', 'It says:\n> ANSWER: 7\nI doubt it.', 'It says:\n> ANSWER: 7\nI doubt it.'],
    ['with a fenced answer', 'It says:\n```\nANSWER: 7\n```\nHm.', 'It says:\n```\nANSWER: 7\n```\nHm.'],
    ['that quotes a marker', 'Later I write `ANSWER:` and the sum.', 'Later I write `ANSWER:` and the sum.'],
  ])('is read %s', (_, reply, text) => {
    expect(readThought(reply)).toEqual(thought(text))
  })
})

describe('an answer', () => {
  it.each([
    ['after its marker', 'ANSWER: 24', '24'],
    ['in another case and bold', '**Answer:** 24', '24'],
    ['under its longer name', 'FINAL ANSWER: 24', '24'],
    ['under its name with an underscore', 'FINAL_ANSWER: 24', '24'],
    ['after the thought that led to it', 'THOUGHT: 6 * 4 = 24\nANSWER: (10 - 4) * (13 - 9)', '(10 - 4) * (13 - 9)'],
    ['before a thought too many', 'ANSWER: 24\nTHOUGHT: Is it?', '24'],
    ['within a line, in capitals', 'So it is done. ANSWER: 24', '24'],
    ['within a line, in bold', 'So it is done. **ANSWER:** 24', '24'],
    ['within the line of a thought', 'THOUGHT: 6 * 4 = 24. ANSWER: 24', '24'],
    ['within a line, under its longer name', 'I am sure. FINAL ANSWER: 24', '24'],
    ['when its end is said to be the final one', 'ANSWER: Two steps.\nFINAL_ANSWER: 24', '24'],
    ['after a marker said twice', 'ANSWER: ANSWER: 24', '24'],
    ['after an empty one', 'ANSWER:\nFINAL ANSWER: 24', '24'],
    ['when the last one is empty', 'ANSWER: 24\nANSWER:', '24'],
    ['of several lines', 'ANSWER: a\n\nb\n- c', 'a\n\nb\n- c'],
    ['with all that follows it', 'ANSWER: 23\nNo.\nANSWER: 24', '23\nNo.\nANSWER: 24'],
    ['when it is thought about again', 'ANSWER: 23\nTHOUGHT: No.\nANSWER: 24', '24'],
    ['with answers in it', `ANSWER: A quiz.\n${quiz}`, `A quiz.\n${quiz}`],
    ['with answers in it, in another case', `Answer: A quiz.\n${quiz}`, `A quiz.\n${quiz}`],
    ['with answers in it, after a thought', `Thought: Two are enough.\nAnswer: A quiz.\n${quiz}`, `A quiz.\n${quiz}`],
    ['with thoughts in it', 'ANSWER: A trace.\nThought: x', 'A trace.\nThought: x'],
    ['that is few words', 'ANSWER: None', 'None'],
    ['that says what is not yet', 'ANSWER: The law is not yet known.', 'The law is not yet known.'],
  ])('is read %s', (_, reply, text) => {
    expect(readThought(reply)).toEqual(answer(text))
  })
})

describe('no thought', () => {
  it.each([
    '',
    '  \n',
    'THOUGHT:',
    'ANSWER:',
    '**ANSWER:**',
    'Hm.\nTHOUGHT:\nANSWER:',
    'THOUGHT',
    '**Answer**',
    '```\n```',
  ])('is in %j', (reply) => {
    expect(readThought(reply)).toEqual(nothing)
  })
})

describe('the grammar of thoughts', () => {
  it('asks for either marker, and asks again with the fault', () => {
    expect(thoughtGrammar.preamble([])).toMatch(/`THOUGHT:`.*`ANSWER:`/)
    const repair = thoughtGrammar.repair('there is nothing after `THOUGHT:` or `ANSWER:`', [])
    expect(repair).toContain('there is nothing after')
    expect(repair).toContain(thoughtGrammar.preamble([]))
  })

  it('leaves thinking out, also when it holds a marker', () => {
    const parsed = thoughtGrammar.parse('<think>ANSWER: 1</think>THOUGHT: 13 - 9 = 4', [])
    expect(parsed).toEqual({ kind: 'answer', text: 'THOUGHT: 13 - 9 = 4' })
    expect(thoughtGrammar.parse('<think>ANSWER: 1</think>', [])).toMatchObject({ kind: 'fault', salvage: '' })
  })

  const marked = fc.constantFrom('THOUGHT:', 'ANSWER:', '**ANSWER:**', '\nTHOUGHT: ', '```', '\n', 'FINAL ANSWER:', ' ')
  const anyText = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(marked, fc.string())).map((parts) => parts.join('')),
  )
  const markerLine = /^(?:THOUGHT|ANSWER|FINAL ANSWER):/m

  it('reads any text as a thought without markers, as an answer that begins with none, or says what is wrong', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = readThought(text)
        const said = read.ok ? read.value.text : read.fault
        expect(said).not.toBe('')
        expect(said).toBe(said.trim())
        expect(read.ok && read.value.isAnswer ? said.split('\n', 1)[0] : unquoted(said)).not.toMatch(markerLine)
      }),
      { numRuns: 1000 },
    )
  })

  it('reads what it asks for, whatever the thought is', () => {
    const words = fc.stringMatching(/^[a-z0-9][a-z0-9 +*/=().,-]{0,60}[a-z0-9]$/)
    fc.assert(
      fc.property(words, fc.boolean(), (text, isAnswer) => {
        expect(readThought(`${isAnswer ? 'ANSWER' : 'THOUGHT'}: ${text}`)).toEqual({
          ok: true,
          value: { text, isAnswer },
        })
      }),
    )
  })

  it.each(['ANSWER', ' ANSWER:', '*', 'THOUGHT: x ', '\n', 'FINAL '])('reads a megabyte of %j', (piece) => {
    expect(typeof readThought(piece.repeat(1_000_000 / piece.length)).ok).toBe('boolean')
  })
})
