/** Chunks of the AI SDK's UI message stream, version 1. */
import type { Json } from '@gyre/core'

export type Chunk = { readonly type: string; readonly [key: string]: Json | undefined }

export const streamHeaders = { 'x-vercel-ai-ui-message-stream': 'v1' } as const

export const nothing: readonly Chunk[] = []

export const lastText = 'data: [DONE]\n\n'

export function chunkText(chunk: Chunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}

/** A part of our own; one with the id of another takes its place. */
export function dataChunk(name: string, id: string, data: Json): Chunk {
  return { type: `data-${name}`, id, data }
}

/** A part that a client is told of and does not keep. */
export function passingChunk(name: string, data: Json): Chunk {
  return { type: `data-${name}`, data, transient: true }
}
