import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineLoop } from '../kernel/loop.ts'
import { loops } from './index.ts'

const bare = defineLoop({ name: 'bare', run: async () => null })

type Setting = { readonly description?: string; readonly default?: unknown }

describe('the loops Gyre comes with', () => {
  it('have names of their own', () => {
    expect(new Set(loops.map(({ name }) => name)).size).toBe(loops.length)
  })

  it('come from a paper, except for the plain call, work under supervision and the choice among the others', () => {
    expect(loops.filter(({ paper }) => paper === null).map(({ name }) => name)).toEqual(['direct', 'reason', 'auto'])
    expect(loops.filter(({ paper }) => paper !== null && !paper.startsWith('https://'))).toEqual([])
  })
})

describe('their order', () => {
  it('is that of the table of loops, from the cheapest to the dearest: `auto` escalates along it', () => {
    const order = [
      'direct',
      'cot',
      'react',
      'plan-execute',
      'reflexion',
      'self-ask',
      'critic',
      'tree-of-thoughts',
      'waves',
      'experts',
      'reason',
      'research',
      'auto',
    ]
    const places = loops.map(({ name }) => order.indexOf(name))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })
})

describe.each(loops)('$name', ({ name, summary, traits, example, config, prompts }) => {
  it('says in a sentence what it does, and what it is best for', () => {
    expect(summary).toMatch(/^[A-Z].{10,}\.$/)
    expect(traits.bestFor).toMatch(/^.{10,}$/)
  })

  it('says which words of a goal speak for it, and what it costs at least', () => {
    expect(traits.signals.length).toBeGreaterThan(0)
    expect(traits.minCalls).not.toBe('')
  })

  it('has an example that names it', () => {
    expect(example.goal).not.toBe(bare.example.goal)
    expect(example.args).toEqual(['-l', name, example.goal])
  })

  it('describes every setting of its config, and gives it a default', () => {
    const { properties = {} } = z.toJSONSchema(config, { io: 'input' }) as { properties?: Record<string, Setting> }
    expect(Object.keys(properties).length).toBeGreaterThan(0)
    const isBare = ([, setting]: [string, Setting]) => !setting.description || setting.default === undefined
    expect(Object.entries(properties).filter(isBare)).toEqual([])
  })

  it('lists its prompts', () => {
    expect(Object.values(prompts).every((prompt) => typeof prompt === 'object' && prompt.text.length > 0)).toBe(true)
    expect(Object.keys(prompts).length).toBeGreaterThan(0)
  })
})
