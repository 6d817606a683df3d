import { scoreGrammar, verdictGrammar } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { about, decided, wanting } from '../../../test/decided.ts'
import { judgeConfidence } from './judge-confidence.ts'
import { judgeScore } from './judge-score.ts'
import { judgeVerdict } from './judge-verdict.ts'

const chain = 'Add 17 and 25, multiply the result by 3, then subtract 26.'

describe('the verdict', () => {
  const verdict = (task: string, answer: string, trace = '') =>
    decided(judgeVerdict, about({ task, trace, answer }, verdictGrammar.preamble([])))

  it.each([
    [chain, '(17 + 25) * 3 - 26 = 100', true],
    [chain, 'The result is 100.', true],
    [chain, 'The result is 110.', false],
    [chain, '17 + 25 = 43, and (17 + 25) * 3 - 26 = 100', false],
    ['What is 2 + 2 and 3 * 3?', '2 + 2 = 4 and 3 * 3 = 9', true],
    ['What is 2 + 2 and 3 * 3?', '2 + 2 = 4', false],
    ['Is 2 + 2 equal to 5?', 'No: 2 + 2 = 4', true],
    ['Is 2 + 2 equal to 5?', 'Yes.', false],
    ['What is 1 / 0?', 'It has no value.', true],
    ['What is 1 / 0?', 'Cannot evaluate `1 / 0`: it divides by zero or is too large.', true],
    ['What is 1 / 0?', 'Give Gyre a real model for that.', false],
    ['Which is larger, 7 * 8 or 60?', '7 * 8 = 56 and 60, so 60 is larger.', true],
    ['What is 1 / 0?', '1 / 0 = 0', false],
    ['Hello!', 'Hello to you.', true],
  ])('on `%s`, answered `%s`: %s', (task, answer, isSatisfactory) => {
    expect(verdict(task, answer)).toMatchObject({ kind: 'verdict', isSatisfactory, score: isSatisfactory ? 10 : 0 })
  })

  it('names the step that is wrong', () => {
    expect(verdict(chain, '17 + 25 = 42, 42 * 3 = 136, 136 - 26 = 110')).toMatchObject({
      reason: 'The step `42 * 3 = 136` is wrong: 42 * 3 is 126.',
    })
  })

  it('believes a fact that was found, and no other', () => {
    const answer = 'Ada Lind: “Ada Lind founded the yard.” (The Tarn Yard)'
    const found = 'library.search gave: Ada Lind founded the yard. She was a widow.'
    expect(verdict('Who founded the Tarn Yard?', answer, found)).toMatchObject({ isSatisfactory: true })
    expect(verdict('Who founded the Tarn Yard?', answer, 'nothing')).toMatchObject({ isSatisfactory: false })
  })

  it('is never good of an answer that found nothing, nor of one that quotes the question', () => {
    const task = 'Who founded the Tarn Yard?'
    const trace = `library.search {"query": "${task}"} gave: Which yard was founded by the answer of step 1? Nothing.`
    for (const answer of [
      `I found nothing that answers “${task}”`,
      'I found nothing that answers “Which yard was founded by the answer of step 1?”',
      'I found no one: “Nothing.”',
      'Ada Lind: “founded the Tarn Yard” (A Title)',
    ]) {
      expect(verdict(task, answer, trace)).toMatchObject({ isSatisfactory: false, score: 0 })
      expect(decided(judgeConfidence, wanting('confidence', { task, answer }))).toMatchObject({ confidence: 0 })
    }
  })

  it.each([
    ['Convert 5 km to miles, then multiply the result by 2.', '5 * 2 = 10'],
    ['Find the year Rome was founded, add 10 and multiply the result by 2.', '10 * 2 = 20'],
    ['Who commanded the Kittiwake, and what is 3 + 4?', '3 + 4 = 7'],
    ['Who commanded the Kittiwake, and what is 3 + 4?', 'Ada Lind: “Ada Lind commanded her.” (A Title)'],
  ])('is none on `%s`, of which a part is not understood', (task, answer) => {
    expect(verdict(task, answer, answer)).toBeUndefined()
  })

  it('is left to others where no rule can tell', () => {
    expect(verdict('Sing a song.', 'La la.')).toBeUndefined()
  })
})

describe('confidence', () => {
  it.each([
    ['116', 1],
    ['117', 0],
  ])('in %s is %d', (answer, confidence) => {
    expect(decided(judgeConfidence, wanting('confidence', { task: 'What is 17 * 6 + 14?', answer }))).toMatchObject({
      kind: 'confidence',
      confidence,
    })
  })
})

describe('the score', () => {
  const score = (thoughts: string, candidate: string) =>
    decided(judgeScore, about({ task: chain, thoughts, candidate }, scoreGrammar.preamble([])))

  it.each([
    ['', '17 + 25 = 42', 10],
    ['1. 17 + 25 = 42', '42 * 3 = 126', 10],
    ['1. 17 + 25 = 42', '42 * 3 = 136', 0],
    ['1. 17 + 25 = 43', '43 * 3 = 129', 0],
    ['1. 17 + 25 = 42', '8 * 8 = 64', 2],
    ['1. 17 + 25 = 42', '(17 + 25) * 3 - 26 = 100', 10],
  ])('after `%s`, `%s` is worth %d', (thoughts, candidate, value) => {
    expect(score(thoughts, candidate)).toMatchObject({ kind: 'score', score: value })
  })
})
