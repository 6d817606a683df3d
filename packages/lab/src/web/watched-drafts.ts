/** What authors of sections were shown and wrote, told to those who measure: the model itself is not asked. */
import type { Model, ModelRequest } from '@gyre/core'
import { readRequest } from '@gyre/models/demo'
import { evidenceIn } from '../rules/research/evidence.ts'
import { type Invention, inventionsIn } from './inventions.ts'

/** A draft of a section, with what its author made up. */
export type Draft = {
  /** What the section is about, as its author is told. */
  readonly section: string
  readonly text: string
  readonly inventions: readonly Invention[]
  /** For a draft that is written again: what did not stand in the one before. */
  readonly faults: string | undefined
}

/** The same model; every draft of a section is told when it is done. */
export function watched(model: Model, onDraft: (draft: Draft) => void): Model {
  return {
    ...model,
    async *stream(request, call) {
      let text = ''
      for await (const part of model.stream(request, call)) {
        if (part.type === 'text') text += part.text
        yield part
      }
      const draft = draftOf(request, text)
      if (draft) onDraft(draft)
    },
  }
}

function draftOf(request: ModelRequest, text: string): Draft | undefined {
  const reading = readRequest(request)
  const { section, faults } = reading.material
  const passages = evidenceIn(reading)
  if (section === undefined || passages.length === 0) return undefined
  const sources = new Map(passages.map((passage) => [passage.id, passage.text]))
  return { section, text, inventions: inventionsIn({ text, sources }), faults }
}
