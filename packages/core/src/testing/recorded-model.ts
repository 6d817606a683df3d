/** A model that answers from a journal: a finished session as a test cassette. */
import type { Json, JsonObject } from '../json.ts'
import type { Part } from '../messages.ts'
import type { Fact } from '../ports/facts.ts'
import type { FinishReason, Model, ModelPart, Usage } from '../ports/model.ts'

type Recording = { readonly parts: readonly Part[]; readonly finish: FinishReason; readonly raw?: string }

/** A fact of a journal: of a cassette, of an export, or of a row by `factOf`. */
export type CassetteRow = Pick<Fact, 'type'> & {
  readonly path?: string | null | undefined
  readonly kind?: string | null | undefined
  readonly result?: Json | undefined
  readonly data?: Json | undefined
}

/** Gives at each path the reply that was recorded there. A path that was not recorded fails, and says so. */
export function recordedModel(rows: Iterable<CassetteRow>, id = 'test/recorded'): Model {
  const replies = new Map<string, { readonly recording: Recording; readonly usage: Usage }>()
  for (const row of rows) {
    if (row.kind !== 'generate' || row.type !== 'step.finished' || typeof row.path !== 'string') continue
    const data = (row.data ?? {}) as JsonObject
    const usage = (data['usage'] ?? { inputTokens: 0, outputTokens: 0 }) as Usage
    replies.set(row.path, { recording: row.result as Recording, usage })
  }
  return {
    id,
    nativeOutput: true,
    async *stream(_, { path }) {
      const reply = replies.get(path)
      if (!reply)
        throw new Error(
          `No reply was recorded at \`${path}\`. Recorded: ${[...replies.keys()].join(', ') || 'nothing'}.`,
        )
      yield* partsOf(reply.recording)
      yield { type: 'finish', reason: reply.recording.finish, usage: reply.usage }
    },
  }
}

/** The raw text where there was one: it is parsed again, as it was then. */
function* partsOf({ parts, raw }: Recording): Generator<ModelPart> {
  if (raw !== undefined) {
    yield { type: 'text', text: raw }
    return
  }
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'reasoning') yield part
    if (part.type === 'tool-call')
      yield { type: 'tool-call', id: part.id, tool: part.tool, input: JSON.stringify(part.input) }
  }
}
