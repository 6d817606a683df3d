import { describe, expect, it } from 'vitest'
import type { Shelf } from '../ports.ts'
import { knowledgeToolbox } from './knowledge-toolbox.ts'

const shelf = (): Promise<Shelf> => Promise.reject(new Error('nobody asked for it yet'))
const namesOf = (options: { readonly graph?: boolean }) =>
  knowledgeToolbox({ shelf, ...options }).tools.map(({ name }) => name)

describe('the knowledge toolbox', () => {
  it('searches, follows the graph and reads', () => {
    expect(namesOf({})).toEqual(['knowledge.search', 'knowledge.graph', 'knowledge.read'])
  })

  it('does without the graph where there is none', () => {
    expect(namesOf({ graph: false })).toEqual(['knowledge.search', 'knowledge.read'])
  })

  it('only reads, and what it gives is text from outside', () => {
    for (const tool of knowledgeToolbox({ shelf }).tools)
      expect(tool).toMatchObject({ effect: 'pure', permissions: ['knowledge.read'], trusted: false })
  })
})
