import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultLine, faultsIn, marksIn, whyNot } from './prompt-marks.ts'

const known = ['goal', 'step']

describe('the placeholders of a text', () => {
  it('are found with their places, and whether they are known', () => {
    expect(marksIn('Goal: {goal}\nAt {place}', known)).toEqual([
      { from: 6, to: 12, name: 'goal', isKnown: true, line: 1 },
      { from: 16, to: 23, name: 'place', isKnown: false, line: 2 },
    ])
  })

  it('are not what stands in two braces, nor JSON', () => {
    expect(marksIn('{{goal}} {"a": 1} { goal } {} {1a}', known)).toEqual([])
  })

  it('are cut out of the text by their places', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { from, to, name } of marksIn(text, known)) expect(text.slice(from, to)).toBe(`{${name}}`)
      }),
    )
  })
})

describe('the faults of a text', () => {
  it.each([
    ['{goal} {step}', undefined, undefined],
    ['', undefined, undefined],
    [
      '{goal}\n{stap} {step}',
      'line 2: unknown placeholder',
      '{stap} in line 2 is not a placeholder of this prompt. It has goal, step.',
    ],
    ['{goal}', 'missing: step', '{step} must be used: the loop says something there.'],
  ])('of %j: %s', (text, line, why) => {
    const faults = faultsIn(text, known)
    expect(faultLine(faults)).toBe(line)
    expect(whyNot(faults, known)).toBe(why)
  })

  it('say when there is no placeholder at all', () => {
    expect(whyNot(faultsIn('{x}', []), [])).toBe('{x} in line 1 is not a placeholder of this prompt. It has none.')
  })
})
