/** `knowledge.read`: the stored text of a document, in parts. */
import { defineTool, GyreError, type KnowledgeDocument, type Tool, toolOutput } from '@gyre/core'
import { sha256Of } from '@gyre/core/text'
import { z } from 'zod'
import type { Shelf, ShelfOf } from '../ports.ts'
import { type Part, partAt, partsOfDocument } from './document-parts.ts'
import { storedDocument } from './stored-document.ts'
import { withRemark } from './with-remark.ts'

const input = z.object({
  document: z.string().trim().min(1).describe('A document as a search shows it: its path, its address or its id.'),
  part: z.int().min(1).optional().describe('Which part of a long document; the first when left out.'),
  at: z.int().min(0).optional().describe('Instead of a part: the one with this offset in it.'),
})

type Wanted = z.infer<typeof input>

export function readTool(shelf: ShelfOf): Tool {
  return defineTool({
    name: 'knowledge.read',
    description: 'Reads a document of the index as text. Long ones come in parts.',
    input,
    effect: 'pure',
    timeoutMs: 30_000,
    permissions: ['knowledge.read'],
    limits: { concurrency: 4, outputChars: 24_000 },
    run: async (wanted, { owner }) => {
      const opened = await shelf(owner)
      const document = await storedDocument(opened, wanted.document)
      if (document === undefined) throw unknown(wanted.document)
      const parts = partsOfDocument(document.text, await opened.store.chunksOf(document.id))
      return shown(opened, document, parts, numberOf(wanted, parts))
    },
  })
}

function numberOf({ part, at }: Wanted, parts: readonly Part[]): number {
  return part ?? (at === undefined ? 1 : partAt(parts, at))
}

function shown(shelf: Shelf, document: KnowledgeDocument, parts: readonly Part[], number: number) {
  const part = parts[number - 1]
  if (part === undefined) {
    const message = `There is no part ${number}: the document has ${parts.length}.`
    throw new GyreError('argument-invalid', message, { parts: parts.length })
  }
  const { id, source, title, at, text } = document
  const { start, end } = part
  const written = text.slice(start, end)
  const head = number === 1 ? [`# ${title}`] : []
  const more = parts.length === 1 ? [] : [`[part ${number} of ${parts.length}]`]
  return toolOutput({
    text: withRemark(shelf, [...head, written.trim(), ...more].join('\n\n')),
    data: {
      document: id,
      source,
      title,
      at,
      start,
      end,
      sha256: sha256Of(written),
      part: number,
      parts: parts.length,
      ...(shelf.remark !== undefined && { remark: shelf.remark }),
    },
    untrusted: { from: source },
  })
}

function unknown(document: string): GyreError {
  const message = `There is no document "${document}" in the index. Give its path, address or id as a search shows it.`
  return new GyreError('document-unknown', message, { document })
}
