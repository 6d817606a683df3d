import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoopCard } from '../../kernel/context.ts'
import { defineLoop } from '../../kernel/loop.ts'
import { loops } from '../index.ts'
import { table } from '../table.ts'
import { fittingLoops, nextLoop } from './candidates.ts'

function card(name: string, worksWithoutTools = true): LoopCard {
  return defineLoop({ name, traits: { worksWithoutTools }, run: async () => null })
}

const all = [...table, card('auto')]
const anyCards = fc
  .uniqueArray(fc.oneof(fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/), fc.constantFrom(...all.map(({ name }) => name))), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((names) => fc.tuple(...names.map((name) => fc.boolean().map((works) => card(name, works)))))

describe('any loops', () => {
  it('is never given `auto`, nor a loop that needs tools where there are none', () => {
    fc.assert(
      fc.property(fc.boolean(), anyCards, (hasTools, loops) => {
        const left = fittingLoops(loops, { tools: hasTools ? ['web.search'] : [], candidates: [] })
        expect(left.filter(({ name }) => name === 'auto')).toEqual([])
        if (!hasTools) expect(left.filter(({ traits }) => !traits.worksWithoutTools)).toEqual([])
        expect(new Set(left).size).toBe(left.length)
      }),
    )
  })

  it('comes to an end of escalations, and meets no loop twice', () => {
    fc.assert(
      fc.property(anyCards, (loops) => {
        const met = [loops[0]?.name ?? '']
        for (let next = nextLoop(loops, { loop: met[0] ?? '', doubt: 'x' }); next; ) {
          met.push(next.loop)
          next = nextLoop(loops, { loop: next.loop, doubt: 'x' })
        }
        expect(met).toEqual(loops.map(({ name }) => name))
      }),
    )
  })
})

describe('the next loop', () => {
  it('is the next dearer one, with what speaks against the last', () => {
    expect(nextLoop(table, { loop: 'cot', doubt: 'It is wrong.' })).toEqual({
      loop: 'react',
      why: '`cot` was not good enough: It is wrong.',
    })
  })

  it('is told a long doubt in short', () => {
    expect(nextLoop(table, { loop: 'cot', doubt: 'x'.repeat(500) })?.why).toHaveLength(227)
  })

  it('is none after the last', () => {
    expect(nextLoop(table, { loop: 'research', doubt: '' })).toBeUndefined()
  })
})

describe('the loops to choose from', () => {
  const names = (options: Parameters<typeof fittingLoops>[1]) => fittingLoops(all, options).map(({ name }) => name)

  it('are all others with tools, where one of them is what a loop needs', () => {
    expect(names({ tools: ['web.search'], candidates: [] })).toEqual(table.map(({ name }) => name))
    const others = table.map(({ name }) => name).filter((name) => name !== 'research')
    expect(names({ tools: ['math.calculate'], candidates: [] })).toEqual(others)
  })

  it('are without tools those that can do without, and not `react`, which then is one plain call', () => {
    expect(names({ tools: [], candidates: [] })).toEqual([
      'direct',
      'cot',
      'plan-execute',
      'reflexion',
      'self-ask',
      'tree-of-thoughts',
      'experts',
    ])
  })

  it('come in the order of the table, and those of somebody’s own last, whatever was known first', () => {
    const known = [card('mine'), ...table.toReversed(), card('ours')]
    expect(fittingLoops(known, { tools: ['web.search'], candidates: [] }).map(({ name }) => name)).toEqual([
      ...table.map(({ name }) => name),
      'mine',
      'ours',
    ])
  })

  it('are in the table all that Gyre comes with', () => {
    expect(loops.map(({ name }) => name)).toEqual([...table.map(({ name }) => name), 'auto'])
  })

  it('are those that are named, from the cheapest to the dearest', () => {
    const candidates = ['react', 'critic', 'direct'].map((loop) => ({ loop, config: {} }))
    expect(names({ tools: ['web.search'], candidates })).toEqual(['direct', 'react', 'critic'])
    expect(names({ tools: [], candidates })).toEqual(['direct', 'react'])
  })
})
