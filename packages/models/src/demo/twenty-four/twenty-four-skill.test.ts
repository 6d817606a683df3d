import { describe, expect, it } from 'vitest'
import { twentyFourSkill } from './twenty-four-skill.ts'

const task = 'Use 4, 9, 10 and 13 to make 24.'
const first = '13 - 9 = 4 (left: 4, 4, 10)'
const line = [first, '10 - 4 = 6 (left: 4, 6)', '6 * 4 = 24 (left: 24)']
const branch = (number: number, others: readonly string[] = []) => ({ branch: number, others })

describe('thoughts about the Game of 24', () => {
  it('are moves, another one for each branch, and none that was taken', () => {
    const one = twentyFourSkill.think(task, [], branch(1))
    const two = twentyFourSkill.think(task, [], branch(2))
    expect(one).toEqual({ text: first, isAnswer: false })
    expect(two?.text).not.toBe(first)
    expect(twentyFourSkill.think(task, [], branch(1, [first]))).toEqual(two)
  })

  it('end in the expression of the moves', () => {
    expect(twentyFourSkill.think(task, line, branch(1))).toEqual({ text: '(10 - 4) * (13 - 9) = 24', isAnswer: true })
  })

  it('end at once where there is no way: all were tried', () => {
    const none = 'There is no way to make 24 from 1, 1, 1, 1: I tried them all.'
    expect(twentyFourSkill.think('Use 1, 1, 1 and 1 to make 24.', [], branch(1))).toEqual({
      text: none,
      isAnswer: true,
    })
    expect(twentyFourSkill.rate('Use 1, 1, 1 and 1 to make 24.', [], none)?.score).toBe(10)
  })

  it('end honestly when they lead nowhere', () => {
    const lost = ['13 + 10 = 23 (left: 4, 9, 23)', '23 + 9 = 32 (left: 4, 32)', '32 + 4 = 36 (left: 36)']
    expect(twentyFourSkill.think(task, lost, branch(1))?.text).toMatch(/^I found no way to make 24 from 4, 9, 10, 13\./)
  })
})

describe('scores in the Game of 24', () => {
  it.each([
    [[], first, 10],
    [[], '13 + 10 = 23 (left: 4, 9, 23)', 0],
    [[first], '10 - 4 = 6 (left: 4, 6)', 10],
    [[first], '10 + 4 = 14 (left: 4, 14)', 0],
    [[], '13 - 9 = 5 (left: 4, 5, 10)', 0],
    [[], '13 - 9 = 4 (left: 4, 10)', 0],
    [[], '13 - 9 = 5 (left: 4, 4, 10)', 0],
    [line, '(10 - 4) * (13 - 9) = 24', 10],
    [line, '(10 - 4) * 4 = 24', 0],
    [line, 'I found no way.', 0],
  ])('after %j, %s is worth %d', (steps, candidate, score) => {
    expect(twentyFourSkill.rate(task, steps, candidate)?.score).toBe(score)
  })
})

describe('verdicts in the Game of 24', () => {
  it.each([
    ['(13 - 9) * (10 - 4) = 24', true, 'is right'],
    ['It is (13 − 9) × (10 − 4).', true, 'is right'],
    ['4 * 9 - 13 + 1 = 24', false, 'uses 1, 4, 9, 13, not 4, 9, 10, 13'],
    ['(13 - 9) * 10 - 4 = 24', false, 'comes to 36, not 24'],
    ['There is none.', false, 'there is one'],
  ])('%s', (answer, isRight, reason) => {
    const judgement = twentyFourSkill.judge(task, answer)
    expect(judgement?.isRight).toBe(isRight)
    expect(judgement?.reason).toContain(reason)
  })

  it('accept that there is no way where there is none', () => {
    expect(twentyFourSkill.judge('Use 1, 1, 1 and 1 to make 24.', 'It is impossible.')?.isRight).toBe(true)
  })

  it('are not given on other tasks', () => {
    expect(twentyFourSkill.judge('What is 2 + 2?', '4')).toBeUndefined()
  })
})
