import { describe, expect, it } from 'vitest'
import { attacks } from '../../../../../test/fixtures/injection/load.ts'
import { concepts } from './concepts.ts'
import { suspicionsIn } from './find.ts'
import { lexicon } from './lexicon.ts'
import { patterns } from './patterns.ts'
import { rules } from './rules.ts'

describe('the table of rules', () => {
  it('has words for every concept it is written in', () => {
    const spoken = new Set(lexicon().meanings.flatMap((all) => all?.flatMap(({ concepts: numbers }) => numbers) ?? []))
    const made = ['assistant-called']
    const used = concepts.filter((_, number) => (patterns().waiting[number]?.length ?? 0) > 0)
    expect(used.filter((concept) => !spoken.has(concepts.indexOf(concept)) && !made.includes(concept))).toEqual([])
  })

  it('uses every concept there are words for', () => {
    const unused = concepts.filter((_, number) => patterns().waiting[number]?.length === 0)
    // Signs that a text is to be read in another way.
    expect(unused).toEqual(['rot13', 'reversed'])
  })

  it('has one name for each rule, and every rule finds an attack of the corpus', () => {
    const names = rules.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const found = new Set(attacks.flatMap(({ text }) => suspicionsIn(text).map(({ rule }) => rule)))
    expect(names.filter((name) => !found.has(name))).toEqual([])
  })
})
