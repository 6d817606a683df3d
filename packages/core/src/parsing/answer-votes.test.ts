import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countVotes } from './answer-votes.ts'

describe('countVotes', () => {
  it('puts the most frequent answer first, in its first form', () => {
    expect(countVotes(['Oslo', 'Bergen', 'oslo.', 'bergen', ' OSLO!'])).toEqual([
      { answer: 'Oslo', votes: 3 },
      { answer: 'Bergen', votes: 2 },
    ])
  })

  it('takes the first of equally frequent ones', () => {
    expect(countVotes(['b', 'a']).map(({ answer }) => answer)).toEqual(['b', 'a'])
  })

  it('leaves empty answers out', () => {
    expect(countVotes(['', ' ', '\n'])).toEqual([])
  })

  it.each([
    ['decimals of zero', ['102', '102.0', '102.']],
    ['closing zeros', ['2.5', '2.50']],
    ['thousands', ['1,234,567', '1234567']],
    ['a sign', ['7', '+7']],
    ['zero', ['0', '-0', '0.00']],
    ['the minus of type setters', ['-7', '−7']],
    ['a currency that the others leave out', ['$102', '102', '$ 102.00']],
    ['per cent that the others leave out', ['50%', '50', '50 %']],
  ])('takes numbers for equal that differ in %s', (_, answers) => {
    expect(countVotes(answers)).toEqual([{ answer: answers[0], votes: answers.length }])
  })

  it.each([
    ['a zero before the point', ['.5', '0.5', '0.50']],
    ['emphasis', ['**5**', '5', '*5*', '__5__', '**5.**', '**5**.']],
    ['a box', ['\\boxed{5}', '5', '$\\boxed{5}$', '\\(5\\)']],
    ['the name of what they are', ['x = 5', '5', '**x=5**', 'x = 5.0']],
  ])('takes numbers for equal that differ in %s, too', (_, answers) => {
    expect(countVotes(answers)).toEqual([{ answer: answers[0], votes: answers.length }])
  })

  it.each([
    ['quotes', ['Paris', '"Paris"', '“Paris”.', '**"Paris"**', '`paris`']],
    ['the space before a unit', ['5 km', '5km', '5 KM']],
    ['a box', ['\\boxed{\\frac{1}{2}}', '\\frac{1}{2}']],
  ])('takes words for equal that differ in %s', (_, answers) => {
    expect(countVotes(answers)).toEqual([{ answer: answers[0], votes: answers.length }])
  })

  it.each([
    ['codes', ['007', '7']],
    ['signs', ['7', '-7']],
    ['currencies', ['$102', '€102', '102']],
    ['units', ['$50', '50%', '50']],
    ['long numbers that a float could not tell apart', ['9007199254740993', '9007199254740992']],
    ['groups that are no thousands', ['1,23', '123']],
    ['numbers within words', ['102 apples', '102']],
    ['dates', ['2026-01-02', '2026-01-03']],
    ['versions', ['1.2.3', '1.23']],
    ['names', ['x = 5', 'y = 5', '5']],
    ['equations', ['x = 5, y = 3', '5']],
    ['two quotes', ['"a" or "b"', 'a" or "b']],
    ['two boxes', ['\\boxed{1} or \\boxed{2}', '1} or \\boxed{2']],
    ['an object’s own names', ['__proto__', 'constructor']],
  ])('keeps %s apart', (_, answers) => {
    expect(countVotes(answers)).toHaveLength(answers.length)
  })

  it('counts every answer once', () => {
    const answer = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('$1', '1', '1.0', '1%', '€1'))
    fc.assert(
      fc.property(fc.array(answer), (answers) => {
        const votes = countVotes(answers).reduce((sum, each) => sum + each.votes, 0)
        expect(votes).toBe(answers.filter((each) => each.trim() !== '').length)
      }),
    )
  })

  it.each(['.', ' ', '1', '1,', '0', '*', '"', '{', '{}', '\\boxed{'])('reads a long answer of %j', (piece) => {
    expect(countVotes([`1${piece.repeat(200_000)}x`])).toHaveLength(1)
  })
})
