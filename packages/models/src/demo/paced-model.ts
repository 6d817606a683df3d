/** A model at the pace of a slower one: rules answer at once, and what happens at once cannot be watched. */
import type { Model, ModelPart } from '@gyre/core'

/** How many words come in the time that a reply takes to begin. */
const wordsPerReply = 40

/** Waits `replyMs` before each reply, and a little between its words. */
export function pacedModel(model: Model, replyMs: number): Model {
  return {
    ...model,
    async *stream(request, call) {
      await pause(replyMs, call.signal)
      for await (const part of model.stream(request, call)) yield* inWords(part, replyMs / wordsPerReply, call.signal)
    },
  }
}

async function* inWords(part: ModelPart, wordMs: number, signal: AbortSignal): AsyncGenerator<ModelPart> {
  if (part.type !== 'text') {
    yield part
    return
  }
  for (const text of part.text.match(/\s*\S+\s*/g) ?? [part.text]) {
    yield { ...part, text }
    await pause(wordMs, signal)
  }
}

/** Whoever takes the call back does not wait. */
function pause(ms: number, signal: AbortSignal): Promise<void> | undefined {
  if (signal.aborted) return undefined
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const leave = () => {
    clearTimeout(timer)
    resolve()
  }
  signal.addEventListener('abort', leave, { once: true })
  return promise.finally(() => signal.removeEventListener('abort', leave))
}
