import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callSignature, mergeMetadata, packSignature, readSignature, signedBlocks } from './signature.ts'

describe('a signature', () => {
  it('gives each block back with its own', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (texts) => {
        const blocks = texts.map((text, at) => ({ length: text.length, options: { acme: { seal: at } } }))
        const signature = readSignature(packSignature({ by: 'acme', blocks }), 'acme')
        const part = { type: 'reasoning', text: texts.join('') } as const
        expect(signedBlocks(part, signature!)).toEqual(
          texts.map((text, at) => ({ type: 'reasoning', text, providerOptions: { acme: { seal: at } } })),
        )
      }),
    )
  })

  it('is read by the provider that signed, and by nobody else', () => {
    const text = packSignature({ by: 'acme', blocks: [] })
    expect(readSignature(text, 'acme')).toEqual({ by: 'acme', blocks: [] })
    expect(readSignature(text, 'other')).toBeUndefined()
    expect(readSignature('EqQBCg', 'acme')).toBeUndefined()
    expect(readSignature(undefined, 'acme')).toBeUndefined()
  })

  it('gives nothing back for a text that is not the signed one', () => {
    const signature = { by: 'acme', blocks: [{ length: 3, options: { acme: { seal: 1 } } }] }
    expect(signedBlocks({ type: 'reasoning', text: 'four' }, signature)).toEqual([])
  })

  it('gives an item of OpenAI back only with its content', () => {
    const openai = (fields: Record<string, string>) => ({ length: 0, options: { openai: fields } })
    const part = { type: 'reasoning', text: '' } as const
    const bare = { by: 'openai', blocks: [openai({ itemId: 'rs_1' })] }
    expect(signedBlocks(part, bare)).toEqual([])
    const sealed = {
      by: 'openai',
      blocks: [...bare.blocks, openai({ itemId: 'rs_1', reasoningEncryptedContent: 'x' })],
    }
    expect(signedBlocks(part, sealed)).toHaveLength(2)
  })
})

describe('metadata', () => {
  it('is added up, and what is null says nothing', () => {
    const known = mergeMetadata({}, { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'x' } })
    expect(mergeMetadata(known, { openai: { itemId: 'rs_1', reasoningEncryptedContent: null } })).toEqual({
      openai: { itemId: 'rs_1', reasoningEncryptedContent: 'x' },
    })
    expect(mergeMetadata(known, undefined)).toEqual(known)
  })

  it('of a call is kept as far as it is a signature', () => {
    expect(callSignature({ google: { thoughtSignature: 's', other: 1 } })).toEqual({
      google: { thoughtSignature: 's' },
    })
    expect(callSignature({ openai: { itemId: 'fc_1' } })).toBeUndefined()
    expect(callSignature(undefined)).toBeUndefined()
  })
})
