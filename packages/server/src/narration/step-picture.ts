/** Steps and calls of tools under way: each is begun once, and ended once. */
import type { FactEvent, Json, JsonObject } from '@gyre/core'
import { stepName } from '@gyre/core'
import type { Moment } from './moment.ts'

type Running = { readonly tool: string | undefined }

export class StepPicture {
  readonly #running = new Map<string, Running>()
  /** A piece that comes late belongs to nothing. */
  readonly #over = new Set<string>()

  /** Nothing when it has begun already. */
  begin(path: string, data: JsonObject): readonly Moment[] {
    if (this.#running.has(path) || this.#over.has(path)) return []
    const kind = String(data['kind'] ?? 'plan')
    const tool = kind === 'tool' ? stepName(path, data) : undefined
    this.#running.set(path, { tool })
    const begun: Moment = { type: 'step-begun', path, name: stepName(path, data), kind }
    if (tool === undefined) return [begun]
    return [begun, { type: 'tool-begun', id: path, path, tool, input: data['input'] ?? {} }]
  }

  end(
    { path = '', data }: FactEvent,
    { said, hasFailed }: { readonly said: string; readonly hasFailed: boolean },
  ): readonly Moment[] {
    const running = this.#running.get(path)
    this.#running.delete(path)
    this.#over.add(path)
    if (!running) return []
    const ended: Moment = { type: 'step-ended', path, hasFailed, said }
    const { tool } = running
    if (tool === undefined) return [ended]
    return [
      { type: 'tool-ended', id: path, path, tool, text: resultText(data['result'] ?? null, said), hasFailed },
      ended,
    ]
  }

  /** What was under way when the session ended is not any more. */
  endAll(): readonly Moment[] {
    const left = [...this.#running]
    this.#running.clear()
    return left.flatMap(([path, { tool }]): readonly Moment[] => {
      const cut: Moment = { type: 'step-ended', path, hasFailed: true, said: 'cut off' }
      return tool === undefined
        ? [cut]
        : [{ type: 'tool-ended', id: path, path, tool, text: 'cut off', hasFailed: true }, cut]
    })
  }
}

function resultText(result: Json, said: string): string {
  const { text } = (result ?? {}) as { readonly text?: Json }
  return typeof text === 'string' ? text : said
}
