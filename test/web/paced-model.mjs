// The demo model as the pages' tests talk to it: it waits before each reply and between words as long as the test says,
// can be held altogether, and says, calls or fails with what the test wants. The test and the config file that names it meet in a global, as each loads its own copy.
import { GyreError } from '../../packages/core/src/errors.ts'
import { demoModel } from '../../packages/models/src/index.ts'

globalThis.gyrePace ??= { replyMs: 0, wordMs: 0, held: undefined, says: undefined, calls: undefined, fails: undefined }

const pace = globalThis.gyrePace

export const pacedModel = {
  ...demoModel,
  id: 'demo/paced',
  async *stream(request, call) {
    await pause(pace.replyMs, call.signal)
    await pace.held
    if (pace.fails !== undefined) throw new GyreError(pace.fails.code, pace.fails.message)
    if (pace.calls !== undefined) {
      const { tool, input } = pace.calls
      pace.calls = undefined
      yield { type: 'tool-call', id: 'call-1', tool, input: JSON.stringify(input) }
      yield { type: 'finish', reason: 'tool-calls', usage: { inputTokens: 10, outputTokens: 10 } }
      return
    }
    if (pace.says !== undefined) {
      yield* words({ type: 'text', text: pace.says }, call.signal)
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 10, outputTokens: 10 } }
      return
    }
    for await (const part of demoModel.stream(request, call)) {
      if (part.type !== 'text' || pace.wordMs === 0) yield part
      else yield* words(part, call.signal)
    }
  },
}

async function* words(part, signal) {
  for (const text of part.text.match(/\S+\s*|\s+/g) ?? []) {
    await pause(pace.wordMs, signal)
    yield { ...part, text }
  }
}

function pause(ms, signal) {
  if (ms === 0 || signal.aborted) return
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
