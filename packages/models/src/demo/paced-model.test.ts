import { type ModelPart, user } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { pacedModel } from './paced-model.ts'

const fast = modelOf(() => says('A spiral, wide and slow.\n'))

async function parts(replyMs: number, signal = new AbortController().signal): Promise<readonly ModelPart[]> {
  const all: ModelPart[] = []
  const call = { signal, session: 'ses_1', path: 'answer#1' }
  for await (const part of pacedModel(fast, replyMs).stream({ messages: [user('What is a gyre?')] }, call))
    all.push(part)
  return all
}

const textOf = (all: readonly ModelPart[]) => all.flatMap((part) => (part.type === 'text' ? [part.text] : []))

describe('a paced model', () => {
  it('says the same, a word at a time', async () => {
    const texts = textOf(await parts(4))
    expect(texts.join('')).toBe('A spiral, wide and slow.\n')
    expect(texts.length).toBeGreaterThan(4)
  })

  it('keeps the rest of the model', () => {
    expect(pacedModel(fast, 4)).toMatchObject({ id: fast.id })
  })

  it('does not make anybody wait who has left', async () => {
    expect(textOf(await parts(3_600_000, AbortSignal.abort())).join('')).toBe('A spiral, wide and slow.\n')
  })
})
