/** A server asks a model: through the call that it works on, and within that session's budget. */
import { assistant, type GenerateOptions, type ImagePart, type Message, type Reply, system, user } from '@gyre/core'
import type * as Sdk from '@modelcontextprotocol/client'
import { fileOf } from '../tools/content-parts.ts'

export type Generate = (messages: readonly Message[], options: GenerateOptions) => Promise<Reply>

/** Tools are not offered, and neither is anything of the session: the model sees what the server sent, and no more. */
export async function sample(
  params: Sdk.CreateMessageRequestParams,
  generate: Generate,
): Promise<Sdk.CreateMessageResult> {
  const { messages, systemPrompt, maxTokens, temperature, stopSequences } = params
  const asked = [...(systemPrompt ? [system(systemPrompt)] : []), ...messages.map(messageOf)]
  const reply = await generate(asked, {
    label: 'sample',
    maxOutputTokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(stopSequences && { stop: stopSequences }),
  })
  return {
    role: 'assistant',
    // Which model answers is the session's affair.
    model: 'gyre',
    content: { type: 'text', text: reply.text },
    stopReason: reply.finish === 'length' ? 'maxTokens' : 'endTurn',
  }
}

function messageOf({ role, content }: Sdk.SamplingMessage): Message {
  const blocks = Array.isArray(content) ? content : [content]
  const text = blocks
    .map((block) => (block.type === 'text' ? block.text : ''))
    .filter(Boolean)
    .join('\n')
  if (role === 'assistant') return assistant(text)
  return user(text, ...blocks.flatMap(attachmentOf))
}

type Block = Extract<Sdk.SamplingMessage['content'], { readonly type: string }>

function attachmentOf(block: Block, index: number): readonly (ImagePart | ReturnType<typeof fileOf>)[] {
  if (block.type === 'image') return [{ type: 'image', mediaType: block.mimeType, data: block.data }]
  return block.type === 'audio' ? [fileOf(`audio-${index + 1}`, block.mimeType, block.data)] : []
}
