/** Models and tools that take their time, on a clock that nobody waits for. */
import type { Model, ModelCall, ModelPart, Tool } from '@gyre/core'
import type { SimulatedClock } from '@gyre/core/testing'

/** Stated times, in ms. */
export type Timing = {
  /** A call of the model. */
  readonly modelMs: number
  /** A call that guesses what comes next, beside the loop. */
  readonly guessMs: number
  readonly toolMs: number
}

/** The model with replies that arrive evenly over their time, their text in so many pieces. */
export function timedModel(model: Model, clock: SimulatedClock, msOf: (call: ModelCall) => number, pieces = 10): Model {
  return {
    ...model,
    async *stream(request, call) {
      const parts: ModelPart[] = []
      for await (const part of model.stream(request, call)) parts.push(part)
      const whole = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
      const step = Math.max(1, Math.ceil(whole.length / pieces))
      const count = Math.max(1, Math.ceil(whole.length / step))
      const ms = msOf(call)
      // Whole milliseconds, so that they add up.
      const timeOfPiece = (at: number) => Math.round((ms * at) / count)
      for (let at = 0; at < count; at += 1) {
        await clock.sleep(timeOfPiece(at + 1) - timeOfPiece(at))
        call.signal.throwIfAborted()
        yield { type: 'text', text: whole.slice(at * step, (at + 1) * step) }
      }
      for (const part of parts) if (part.type !== 'text') yield part
    },
  }
}

/** The tool with answers that come after so long. */
export function timedTool(tool: Tool, clock: SimulatedClock, ms: number): Tool {
  return {
    ...tool,
    run: async (input, context) => {
      await clock.sleep(ms)
      return tool.run(input, context)
    },
  }
}

/** By what a step is for: work beside the loop is a guess. */
export function timeOf({ modelMs, guessMs }: Timing): (call: ModelCall) => number {
  return ({ path }) => (path.startsWith('ahead#') ? guessMs : modelMs)
}
