/** Small documents and memories the conformance tests are written with. */
import type {
  KnowledgeChunk,
  KnowledgeDocument,
  KnowledgeEdge,
  KnowledgeFilter,
  KnowledgeStore,
  MemoryFilter,
  MemoryRecord,
} from '../../ports/knowledge-store.ts'

export function document(id: string, text: string, changes: Partial<KnowledgeDocument> = {}): KnowledgeDocument {
  return {
    id,
    owner: 'local',
    source: `/notes/${id}.md`,
    title: `Title of ${id}`,
    mediaType: 'text/markdown',
    hash: `hash of ${id}`,
    at: 1000,
    data: { pages: [1] },
    ...changes,
    text,
  }
}

/** The lines of a text as chunks: `doc/1`, `doc/2` and so on. */
export function linesOf({ id, text }: KnowledgeDocument): KnowledgeChunk[] {
  let start = 0
  return text.split('\n').map((line, index) => {
    const chunk = { id: `${id}/${index + 1}`, document: id, start, end: start + line.length, headings: ['Top', id] }
    start = chunk.end + 1
    return chunk
  })
}

/** Saves a document, each of its lines as a chunk. */
export async function put(knowledge: KnowledgeStore, saved: KnowledgeDocument): Promise<void> {
  await knowledge.put(saved, linesOf(saved))
}

export function asked(
  filter?: KnowledgeFilter,
  limit = 10,
): { owner: string; limit: number; filter?: KnowledgeFilter } {
  return { owner: 'local', limit, ...(filter && { filter }) }
}

/** The chunks with any of the words, best first. */
export async function textHits(knowledge: KnowledgeStore, query: string, options = asked()): Promise<string[]> {
  return (await knowledge.rankByText(query, options)).map(({ chunk }) => chunk)
}

/** The chunks nearest to a vector, of the embedder `e`. */
export async function vectorHits(
  knowledge: KnowledgeStore,
  vector: readonly number[],
  options = asked(),
): Promise<string[]> {
  return (await knowledge.rankByVector('e', Float32Array.from(vector), options)).map(({ chunk }) => chunk)
}

/** Gives chunks vectors of the embedder `e`. */
export async function embed(
  knowledge: KnowledgeStore,
  vectors: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  const rows = Object.entries(vectors).map(([chunk, vector]) => ({ chunk, vector: Float32Array.from(vector) }))
  await knowledge.putVectors('e', rows)
}

export function edge(from: string, relation: string, to: string, changes: Partial<KnowledgeEdge> = {}): KnowledgeEdge {
  return { owner: 'local', from, relation, to, chunk: 'doc/1', weight: 1, ...changes }
}

/** Saves edges, each by the chunk that tells of it, as read by `r`. */
export async function relate(knowledge: KnowledgeStore, edges: readonly KnowledgeEdge[], reader = 'r'): Promise<void> {
  const byChunk = Map.groupBy(edges, ({ chunk }) => chunk)
  await knowledge.putEdges(
    reader,
    [...byChunk].map(([chunk, found]) => ({ chunk, edges: found })),
  )
}

export function memory(id: string, changes: Partial<MemoryRecord> = {}): MemoryRecord {
  return {
    id,
    owner: 'local',
    session: 'ses_1',
    key: id,
    kind: 'reasoning',
    text: `Text of ${id}`,
    data: { steps: [1] },
    at: 1000,
    expiresAt: null,
    embedder: null,
    vector: null,
    ...changes,
  }
}

export function mine(changes: Partial<MemoryFilter> = {}): MemoryFilter {
  return { owner: 'local', now: 5000, ...changes }
}

/** Texts somebody might ask for: none of them is syntax. */
export const oddQueries: Readonly<Record<string, string>> = {
  nothing: '',
  blanks: ' \t\n\u00a0',
  'only punctuation': '.,;:!?-–—…()[]{}<>/\\|&%$#@^~`+=*',
  'a quote': '"',
  quotes: `"" "a" 'b' "`,
  'an open phrase': '"fox jumps',
  operators: 'AND OR NOT NEAR fox AND',
  'a lone operator': 'NOT',
  NEAR: 'NEAR(fox dog, 5)',
  'a column': 'words: fox',
  'another column': '{words text} : fox',
  'a prefix': 'fox* ^fox fo*',
  brackets: '((fox) OR',
  'a semicolon': `fox'; DROP TABLE document; --`,
  'a parameter': '?1 :owner $words @x',
  'NUL characters': 'fox\0dog\0',
  'lone surrogates': '\ud800 fox \udc00',
  emoji: '🦊 🐕‍🦺',
  'a word of 1 MB': 'x'.repeat(1_000_000),
  '1 MB of one word': 'fox '.repeat(250_000),
  '1 MB of different words': `fox ${Array.from({ length: 150_000 }, (_, i) => `w${i}`).join(' ')}`,
  '1 MB of quotes': '"'.repeat(1_000_000),
}
