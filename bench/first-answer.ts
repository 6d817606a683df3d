/** The shortest program: one answer through a loop. Run by the benchmark of start-up time. */
import { react, run } from 'gyre'

const { answer } = await run(react, 'Hello?', {
  model: {
    id: 'bench/hello',
    async *stream() {
      yield { type: 'text', text: 'hello' }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  },
})
console.log(answer)
