import { describe, expect, it } from 'vitest'
import { contextWindowOf, knownPrices, priceOf } from './prices.ts'

describe('priceOf', () => {
  it('knows a model by its name and by a dated one', () => {
    const price = { input: 1.25, output: 10, cachedInput: 0.125 }
    expect(priceOf('openai/gpt-5')).toEqual(price)
    expect(priceOf('openai/gpt-5-2025-08-07')).toEqual(price)
    expect(priceOf('anthropic/claude-haiku-4-5-20251001')).toMatchObject({ input: 1, output: 5, cachedInput: 0.1 })
  })

  it('knows what Anthropic asks for writing to its cache', () => {
    expect(priceOf('anthropic/claude-sonnet-4-5')).toEqual({ input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 })
    expect(priceOf('openai/gpt-5')).not.toHaveProperty('cacheWrite')
  })

  it('takes the longest name that fits', () => {
    expect(priceOf('openai/gpt-5-mini-2025-08-07')?.input).toBe(0.25)
    expect(priceOf('openai/gpt-4o-mini-2024-07-18')?.input).toBe(0.15)
  })

  it('takes no model for another one that begins alike', () => {
    expect(priceOf('openai/gpt-5-pro')).toBeUndefined()
    expect(priceOf('openai/gpt-5.6-terra')).toBeUndefined()
    expect(priceOf('openai/constructor')).toBeUndefined()
  })

  it('lets the user win', () => {
    const own = { 'openai/gpt-5': { input: 1, output: 2 }, 'acme/one': { input: 3, output: 4 } }
    expect(priceOf('openai/gpt-5-2025-08-07', own)).toEqual({ input: 1, output: 2 })
    expect(priceOf('acme/one', own)).toEqual({ input: 3, output: 4 })
  })

  it('holds prices that can be true', () => {
    for (const [id, { input, output, cachedInput = 0 }] of Object.entries(knownPrices())) {
      expect(id).toMatch(/^(openai|anthropic|google|mistral)\/./)
      expect(output).toBeGreaterThan(input)
      expect(input).toBeGreaterThan(cachedInput)
    }
  })
})

describe('contextWindowOf', () => {
  it('is known for some', () => {
    expect(contextWindowOf('anthropic/claude-haiku-4-5-20251001')).toBe(200_000)
    expect(contextWindowOf('openai/gpt-6-astra')).toBeUndefined()
    expect(contextWindowOf('acme/one')).toBeUndefined()
  })
})
