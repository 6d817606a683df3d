import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLoosePlan } from './loose-plan.ts'

const none: ReadonlySet<string> = new Set()

describe('readLoosePlan', () => {
  it('gives numbers to steps without an id, but none that is taken', () => {
    const text = '[{"goal":"A"},{"id":"2","goal":"B"},"C"]'
    expect(readLoosePlan(text, new Set(['1']))?.steps).toEqual([
      { id: '3', goal: 'A' },
      { id: '2', goal: 'B' },
      { id: '4', goal: 'C' },
    ])
  })

  it.each([
    ['bullets', '- Find the moons\n- Count them'],
    ['stars', 'Here is my plan:\n\n* Find the moons\n* Count them'],
    ['numbers', 'Here is my plan:\n\n1. Find the moons\n2. Count them'],
  ])('reads a list with %s', (_, text) => {
    expect(readLoosePlan(text, none)?.steps).toMatchObject([{ goal: 'Find the moons' }, { goal: 'Count them' }])
  })

  it('takes single words for steps where nothing stands before them', () => {
    expect(readLoosePlan('1. Search\n2. Answer', none)?.steps).toHaveLength(2)
    expect(readLoosePlan('计划：\n1. 查找火星的卫星\n2. 数一数', none)?.steps).toHaveLength(2)
  })

  it.each([
    'Mars has two moons:\n1. Phobos\n2. Deimos',
    'Mars has two moons:\n- Phobos\n- Deimos',
    'The **answer** is 4:\n* Io\n* Europa, the white one\n* Ganymede\n* Callisto',
  ])('takes the answer %j for no plan', (text) => {
    expect(readLoosePlan(text, none)).toBeUndefined()
  })

  it.each(['The answer is 42.', '42', '{}', '[]', '{"steps":[]}', '{"steps":null,"plan":[1]}', ''])(
    'finds no steps in %j',
    (text) => {
      expect(readLoosePlan(text, none)).toBeUndefined()
    },
  )

  it('reads any value without throwing', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readLoosePlan(text, none)?.steps).not.toEqual([])
      }),
    )
  })
})
