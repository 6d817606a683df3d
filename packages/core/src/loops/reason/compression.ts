/** The working memory, compressed now and then: the text grows with every reply. */
import { GyreError } from '../../errors.ts'
import { shownText } from '../../fence.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { ownFailure } from '../own-failure.ts'
import { readLooseText } from './loose-reply.ts'
import { rewritten } from './memory.ts'
import { prompts } from './prompts.ts'
import { compressedSchema } from './schema.ts'
import { remember, type Work } from './work.ts'

/** A text that is shorter needs no compression. */
const shortest = 500

/** Compresses the text when it is time. One that cannot be compressed stays as it is. */
export async function compressWhenDue(ctx: LoopContext, work: Work): Promise<void> {
  const { progress, config } = work
  const { text } = progress.memory
  const isDue = progress.iterations > 0 && progress.iterations % config.compressEvery === 0
  if (!isDue || text.length <= shortest) return
  const compressed = await compressionOf(ctx, work.task.goal, text)
  if (compressed instanceof GyreError) return ctx.note('compression-failed', { why: compressed.message })
  if (compressed.length >= text.length) return ctx.note('compression-failed', { why: 'it did not get any shorter' })
  remember(ctx, work, rewritten(progress.memory, compressed))
}

async function compressionOf(ctx: LoopContext, goal: string, text: string): Promise<string | GyreError> {
  const memory = shownText({ text, untrusted: { from: 'working memory' } })
  const messages = [system(ctx.prompt(prompts.compress)), user(material({ task: goal, memory }))]
  const reply = await ctx
    .generateObject(compressedSchema, messages, {
      label: 'compress',
      name: 'compression',
      role: 'utility',
      repairs: 1,
      read: readLooseText,
    })
    .catch(ownFailure)
  return reply instanceof GyreError ? reply : reply.compressed
}
