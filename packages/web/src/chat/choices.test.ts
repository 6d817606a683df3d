import { describe, expect, it } from 'vitest'
import type { LoopEntry } from '../api/loops.ts'
import type { PersonaEntry } from '../api/personas.ts'
import { choicesOf, groupsOf, isMeant, lookOf } from './choices.ts'

const loop = (name: string, minCalls: string, more: Partial<LoopEntry> = {}): LoopEntry =>
  ({
    name,
    version: 1,
    summary: `The loop ${name}.`,
    paper: null,
    config: { properties: { nBranches: { default: 3 }, votes: { default: 2 } } },
    traits: { minCalls, bestFor: 'arithmetic' },
    example: { goal: 'What is 2 + 2?', args: [] },
    off: false,
    ...more,
  }) as LoopEntry

const persona = (name: string, of: string, more: object = {}): PersonaEntry =>
  ({ persona: { name, loop: of, ...more }, version: null, source: 'shipped' }) as PersonaEntry

describe('who can be picked', () => {
  it('is personas first, then loops', () => {
    const choices = choicesOf([persona('deep', 'experts')], [loop('direct', '1'), loop('experts', '3')])
    expect(choices.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['persona deep', 'loop direct', 'loop experts'])
  })

  it('is listed from the simplest loop on', () => {
    const personas = [persona('supervised', 'reason'), persona('deep', 'experts'), persona('fast', 'experts')]
    const choices = choicesOf(personas, [loop('experts', '3'), loop('reason', '4')])
    expect(choices.map(({ name }) => name)).toEqual(['deep', 'fast', 'supervised', 'experts', 'reason'])
  })

  it('comes before others when it is called by what is searched for', () => {
    const choices = choicesOf([persona('supervised', 'reason')], [loop('react', '1'), loop('reason', '4')])
    const listed = (words: string) => groupsOf(choices, words).map(({ items }) => items.map(({ name }) => name))
    expect(listed('')).toEqual([['supervised'], ['react', 'reason']])
    expect(listed('Reason')).toEqual([['reason', 'react'], ['supervised']])
    expect(listed('super')).toEqual([['supervised'], ['react', 'reason']])
  })

  it('leaves out a loop that is off, and the personas that need it', () => {
    const off = loop('experts', '3', { off: true })
    expect(choicesOf([persona('deep', 'experts')], [off, loop('cot', '1')]).map(({ name }) => name)).toEqual(['cot'])
  })

  it('tells the calls of the shortest run, by the settings of the loop or of the persona', () => {
    const tree = loop('tree', 'nBranches + votes')
    const wide = persona('wide', 'tree', { config: { nBranches: 7 } })
    const bounded = persona('bounded', 'tree', { budget: { modelCalls: 40 } })
    const calls = choicesOf([wide, bounded], [tree]).map((choice) => choice.calls)
    expect(calls).toEqual(['9+ calls', '5–40 calls', '5+ calls'])
  })

  it('tells one call of a loop that answers in one, and nothing of a formula it cannot read', () => {
    const direct = loop('direct', '1', { traits: { minCalls: '1', speaksAnswer: true } as LoopEntry['traits'] })
    expect(choicesOf([], [direct, loop('odd', 'depth')]).map((choice) => choice.calls)).toEqual(['1 call', null])
  })

  it('is found by words of the name, the line or the loop, in any case', () => {
    const [deep] = choicesOf([persona('deep', 'experts', { description: 'Plans again' })], [loop('experts', '3')])
    if (!deep) throw new Error('There is one.')
    expect([isMeant(deep, 'PLANS experts'), isMeant(deep, 'plans tree'), isMeant(deep, '')]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('has a colour that stays', () => {
    expect(lookOf('react')).toBe(lookOf('react'))
  })
})
