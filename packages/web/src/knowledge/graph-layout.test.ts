import { describe, expect, it } from 'vitest'
import type { Fact } from './graph-answer.ts'
import { nameGraph, nearest } from './graph-layout.ts'

const fact = (from: string, relation: string, to: string): Fact => ({
  from,
  relation,
  to,
  references: [],
  differs: false,
})

describe('the picture of a name', () => {
  it('has each name once, and one line for all that is said between two', () => {
    const facts = ['faces', 'is near', 'trades with'].map((relation) => fact('Ondry', relation, 'Narrows'))
    const { nodes, links } = nameGraph([...facts, fact('Sound', 'beyond', 'Ondry')], ['Ondry'])
    expect(nodes.map(({ key, name, isCentre }) => [key, name, isCentre])).toEqual([
      ['n0', 'Ondry', true],
      ['n1', 'Narrows', false],
      ['n2', 'Sound', false],
    ])
    expect(links.map(({ from, to, label }) => `${from} → ${to}: ${label}`)).toEqual([
      'n0 → n1: faces, is near and 1 more',
      'n2 → n0: beyond',
    ])
  })

  it('shows first whom it is about, and whom they are linked with', () => {
    const { nodes, links } = nameGraph([fact('a', 'to', 'b'), fact('c', 'to', 'a'), fact('b', 'to', 'd')], ['a'])
    const nameOf = (id: string) => nodes.find(({ key }) => key === id)?.name
    expect(nearest(nodes, links).map(({ id }) => nameOf(id))).toEqual(['a', 'b', 'c'])
  })

  it('is as high as its names take', () => {
    expect(nameGraph([fact('a', 'to', 'b')], ['a']).height).toBe(176)
    expect(nameGraph([fact('a', 'to', 'b'), fact('a', 'to', 'c')], ['a']).height).toBe(230)
  })

  it('goes from left to right, and no two names lie on each other', () => {
    const { nodes } = nameGraph([fact('a', 'to', 'b'), fact('a', 'to', 'c'), fact('b', 'to', 'd')], ['a'])
    const at = (name: string) => nodes.find((node) => node.name === name)
    expect(at('a')?.x).toBeLessThan(at('b')?.x ?? 0)
    expect(at('b')?.x).toBeLessThan(at('d')?.x ?? 0)
    expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(nodes.length)
  })

  it('says which way links lead', () => {
    const facts = [
      fact('a', 'to', 'b'),
      fact('b', 'to', 'c'),
      fact('c', 'back to', 'a'),
      fact('b', 'to', 'd'),
      fact('c', 'by', 'd'),
    ]
    const { links } = nameGraph(facts, ['b'])
    expect(links.map(({ from, to, way }) => `${from} ${to} ${way}`)).toEqual([
      'n1 n0 ahead',
      'n0 n2 ahead',
      'n2 n1 back',
      'n0 n3 ahead',
      'n2 n3 beside',
    ])
  })

  it.each(['__proto__', 'constructor', '<img src=x>', '', '\u202E'])('has the name %j as any other', (name) => {
    const { nodes } = nameGraph([fact(name, 'is', name), fact(name, 'is', 'b')], [name])
    expect(nodes.map((node) => node.name)).toEqual([name, 'b'])
  })

  it('is the name alone where nothing is linked', () => {
    expect(nameGraph([], ['x']).nodes).toHaveLength(1)
    expect(nameGraph([], [])).toMatchObject({ nodes: [], links: [] })
  })
})
