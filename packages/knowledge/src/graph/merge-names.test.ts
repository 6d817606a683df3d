import type { KnowledgeEdge } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeNames } from './merge-names.ts'
import { UnionFind } from './union-find.ts'

const edge = (from: string, relation: string, to: string, chunk: string): KnowledgeEdge => ({
  owner: 'me',
  from,
  relation,
  to,
  chunk,
  weight: 1,
})
const documents = new Map([
  ['a1', 'a'],
  ['a2', 'a'],
  ['b1', 'b'],
])

describe('names of one thing', () => {
  const merged = mergeNames(
    [
      edge('ATPC', 'same as', 'Aldery Tidal Power Company', 'a1'),
      edge('Holt', 'same as', 'Maren Holt', 'a1'),
      edge('Holt', 'same as', 'Josef Holt', 'b1'),
      edge('Petrel', 'owned by', 'atpc', 'b1'),
    ],
    documents,
  )

  it('are one node everywhere for an abbreviation', () => {
    expect(merged.nodeOf('atpc', 'b1')).toBe(merged.nodeOf('Aldery Tidal Power Company', 'a1'))
  })

  it('are one node in their own document for a short form', () => {
    expect(merged.nodeOf('Holt', 'a2')).toBe(merged.nodeOf('Maren Holt', 'a1'))
    expect(merged.nodeOf('Holt', 'b1')).toBe(merged.nodeOf('Josef Holt', 'a1'))
    expect(merged.nodeOf('Maren Holt', 'b1')).not.toBe(merged.nodeOf('Josef Holt', 'b1'))
  })

  it('are labelled with the longest', () => {
    expect(merged.labelOf(merged.nodeOf('ATPC', 'b1'))).toBe('Aldery Tidal Power Company')
  })
})

describe('a short name that is told of two long ones', () => {
  const merged = mergeNames(
    [
      edge('ABA', 'same as', 'American Bar Association', 'a1'),
      edge('ABA', 'same as', 'American Bankers Association', 'b1'),
      edge('ABA', 'met in', 'Chicago', 'c1'),
      edge('President', 'same as', 'Anna Bell', 'a1'),
      edge('President', 'same as', 'Kurt Voss', 'a2'),
    ],
    new Map([...documents, ['c1', 'c']]),
  )

  it('is each of them in the document that says so', () => {
    expect(merged.nodeOf('ABA', 'a2')).toBe(merged.nodeOf('American Bar Association', 'c1'))
    expect(merged.nodeOf('ABA', 'b1')).toBe(merged.nodeOf('American Bankers Association', 'c1'))
    expect(merged.nodeOf('American Bar Association', 'a1')).not.toBe(
      merged.nodeOf('American Bankers Association', 'b1'),
    )
  })

  it('is neither of them elsewhere', () => {
    expect([merged.nodeOf('ABA', 'c1'), merged.labelOf(merged.nodeOf('ABA', 'c1'))]).toEqual(['aba', 'ABA'])
  })

  it('is a label of neither', () => {
    const told = [
      edge('President of Ivern', 'same as', 'Anna Bell', 'a1'),
      edge('President of Ivern', 'same as', 'Kurt Voss', 'b1'),
    ]
    const { nodeOf, labelOf } = mergeNames(told, documents)
    expect(labelOf(nodeOf('President of Ivern', 'a1'))).toBe('Anna Bell')
    expect(labelOf(nodeOf('President of Ivern', 'b1'))).toBe('Kurt Voss')
  })

  it('is neither of them where one document tells of both', () => {
    expect([merged.nodeOf('President', 'a1'), merged.nodeOf('Anna Bell', 'a1')]).toEqual(['president', 'anna bell'])
  })
})

describe('union-find', () => {
  it('joins what is linked by any chain, in any order, under its least name', () => {
    const name = fc.constantFrom(...'abcdefgh')
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name)), (pairs) => {
        const [one, other] = [new UnionFind(), new UnionFind()]
        for (const [a, b] of pairs) one.union(a, b)
        for (const [a, b] of pairs.toReversed()) other.union(b, a)
        for (const [a, b] of pairs) expect(one.find(a)).toBe(one.find(b))
        for (const each of 'abcdefgh') {
          expect(one.find(each)).toBe(other.find(each))
          expect(one.find(each) <= each).toBe(true)
        }
      }),
    )
  })
})
