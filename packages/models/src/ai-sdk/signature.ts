/**
 * What a provider signed, as one text that the journal keeps and nobody else reads.
 *
 * Reasoning comes in blocks with a signature each; the kernel joins neighbours into one part. So the
 * signature of the part says how long each block is. Some providers sign tool calls: these ride along.
 */

import type { LanguageModelV4ReasoningPart, SharedV4ProviderMetadata } from '@ai-sdk/provider'
import type { ReasoningPart } from '@gyre/core'

export type SignedBlock = { length: number; options: SharedV4ProviderMetadata }

export type Signature = {
  /** The provider that signed: nobody else can read it. */
  readonly by: string
  readonly blocks: readonly SignedBlock[]
  readonly calls?: Readonly<Record<string, SharedV4ProviderMetadata>>
}

export function packSignature(signature: Signature): string {
  return JSON.stringify(signature)
}

/** Undefined when it is another provider's, or none of ours. */
export function readSignature(text: string | undefined, by: string): Signature | undefined {
  if (text === undefined) return undefined
  try {
    const read = JSON.parse(text) as Partial<Signature> | null
    return read?.by === by && Array.isArray(read.blocks) ? (read as Signature) : undefined
  } catch {
    return undefined
  }
}

/** The blocks of a reasoning part as the provider gave them. None when the text is not the one that was signed. */
export function signedBlocks(part: ReasoningPart, { blocks }: Signature): readonly LanguageModelV4ReasoningPart[] {
  const length = blocks.reduce((sum, block) => sum + block.length, 0)
  if (length !== part.text.length) return []
  const parts: LanguageModelV4ReasoningPart[] = []
  let at = 0
  for (const block of blocks) {
    const text = part.text.slice(at, at + block.length)
    at += block.length
    if (canReturn(block, blocks)) parts.push({ type: 'reasoning', text, providerOptions: block.options })
  }
  return parts
}

/** OpenAI keeps nothing for us: without its encrypted content an item is unknown to it and the request fails. */
function canReturn({ options }: SignedBlock, all: readonly SignedBlock[]): boolean {
  const id = options['openai']?.['itemId']
  if (id === undefined) return Object.keys(options).length > 0
  return all.some(
    ({ options: { openai } }) => openai?.['itemId'] === id && Boolean(openai['reasoningEncryptedContent']),
  )
}

/** What is known of a block so far and what came now; what is null says nothing. */
export function mergeMetadata(
  known: SharedV4ProviderMetadata,
  added: SharedV4ProviderMetadata | undefined,
): SharedV4ProviderMetadata {
  const merged = { ...known }
  for (const [provider, fields] of Object.entries(added ?? {})) {
    const told = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
    merged[provider] = { ...merged[provider], ...Object.fromEntries(told) }
  }
  return merged
}

/** The part of a call's metadata that the provider wants back: thought signatures, not ids of stored items. */
export function callSignature(metadata: SharedV4ProviderMetadata | undefined): SharedV4ProviderMetadata | undefined {
  const signed = Object.entries(metadata ?? {}).flatMap(([provider, { thoughtSignature }]) =>
    thoughtSignature === undefined || thoughtSignature === null ? [] : [[provider, { thoughtSignature }] as const],
  )
  return signed.length > 0 ? Object.fromEntries(signed) : undefined
}
