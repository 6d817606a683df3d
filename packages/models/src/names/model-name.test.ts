import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseModelName } from './model-name.ts'

describe('parseModelName', () => {
  it('cuts at the first slash', () => {
    expect(parseModelName('openai/gpt-5')).toEqual({ provider: 'openai', model: 'gpt-5' })
    expect(parseModelName('vllm/Qwen/Qwen3-8B')).toEqual({ provider: 'vllm', model: 'Qwen/Qwen3-8B' })
  })

  it.each(['gpt-5', '', '/gpt-5', 'openai/', ' / '])('takes %j for no name', (name) => {
    expect(parseModelName(name)).toBeUndefined()
  })

  it('reads what it is written from', () => {
    const word = fc.stringMatching(/^[a-z0-9.:-]+$/)
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 1 }), (provider, models) => {
        const model = models.join('/')
        expect(parseModelName(`${provider}/${model}`)).toEqual({ provider, model })
      }),
    )
  })
})
