/** A large index in one file: how fast it is filled and searched, beside raw FTS5 and a raw scan of the vectors. */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock } from '@gyre/core'
import { sqliteStore } from 'gyre'
import { hashedEmbedder } from '../packages/knowledge/src/embed/hashed-embedder.ts'
import { ingest } from '../packages/knowledge/src/ingest/ingest.ts'
import type { Shelf } from '../packages/knowledge/src/ports.ts'
import { search } from '../packages/knowledge/src/search/search.ts'
import { whole } from './figures.ts'
import { queries, writeDocuments } from './knowledge-documents.ts'
import { type Floor, floorOf } from './knowledge-floor.ts'
import { turnsBeside } from './knowledge-sessions.ts'
import type { Row } from './workloads.ts'

const owner = 'bench'
const queryCount = 200
const sessionsMs = 3_000
const signal = new AbortController().signal

export async function largeIndex(chunks: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-bench-'))
  const texts = join(folder, 'texts')
  const file = join(folder, 'bench.db')
  mkdirSync(texts)
  writeDocuments(texts, chunks)
  const store = sqliteStore(file)
  const shelf: Shelf = { store: store.knowledge, embedder: hashedEmbedder(), owner, clock: systemClock }
  try {
    const rows = [...(await filling(shelf, texts, file)), ...(await growing(shelf))]
    const floor = await floorOf(file, store.knowledge, shelf.embedder.id, owner)
    rows.push(...(await searching(shelf, floor)))
    floor.close()
    return [...rows, ...(await besideSessions(shelf, file))]
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const unneeded = async () => {
  throw new Error('Only Markdown files are read here.')
}

async function filling(shelf: Shelf, texts: string, file: string): Promise<readonly Row[]> {
  const started = performance.now()
  await ingest(shelf, [texts], { read: unneeded, fetch: unneeded })
  const seconds = (performance.now() - started) / 1000
  const { documents, chunks, vectors } = await shelf.store.overview(owner)
  const known = vectors.find(({ embedder }) => embedder === shelf.embedder.id)
  if (known?.count !== chunks) throw new Error(`Of ${chunks} chunks ${known?.count ?? 0} have vectors.`)
  const bytes = sizeOf(file)
  const least = textBytes(file) + known.count * known.dimensions * Float32Array.BYTES_PER_ELEMENT
  const size = `${number(documents, 0)} documents, ${number(chunks, 0)} chunks`
  return [
    row(`reading in with vectors (${size}), documents/s`, undefined, documents / seconds),
    row('the same, chunks/s', undefined, chunks / seconds),
    row('size of the file, MB (floor: texts and vectors)', least / 2 ** 20, bytes / 2 ** 20),
  ]
}

function sizeOf(file: string): number {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return statSync(file).size
}

function textBytes(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const sum = database.prepare('SELECT sum(length(CAST(text AS BLOB))) AS bytes FROM document').get()
  database.close()
  return Number(sum?.['bytes'])
}

/** What the process holds because of queries; before the floor takes room of its own. */
async function growing(shelf: Shelf): Promise<readonly Row[]> {
  const before = process.memoryUsage.rss()
  for (const query of queries(1, queryCount)) await search(shelf, query)
  const after = process.memoryUsage.rss()
  return [row('RSS, MB (floor: before the first query)', before / 2 ** 20, after / 2 ** 20)]
}

/** Each query by all in turn: what slows the machine down slows all of them down. */
async function searching({ store, embedder, ...shelf }: Shelf, floor: Floor): Promise<readonly Row[]> {
  const times = { rawText: [], rawVector: [], hybrid: [], text: [], vector: [], embed: [] } as Record<Part, number[]>
  const timed = async <T>(part: Part, work: () => T | Promise<T>): Promise<T> => {
    const started = performance.now()
    const result = await work()
    times[part].push(performance.now() - started)
    return result
  }
  const options = { owner, limit: 50 }
  for (const query of queries(2, queryCount)) {
    const hybrid = await timed('hybrid', () => search({ store, embedder, ...shelf }, query))
    const [vector = new Float32Array()] = await timed('embed', () => embedder.embed([query], signal))
    const byText = await timed('text', () => store.rankByText(query, options))
    const byVector = await timed('vector', () => store.rankByVector(embedder.id, vector, options))
    const rawCount = await timed('rawText', () => floor.text(query))
    const rawScore = await timed('rawVector', () => floor.vector(vector))
    if (hybrid.length === 0 || rawCount === 0 || byText.length === 0) throw new Error(`Nothing was found for ${query}.`)
    if (Math.abs(rawScore - (byVector[0]?.score ?? 0)) > 1e-3)
      throw new Error(`The nearest to ${query} is at ${byVector[0]?.score}, not at ${rawScore}.`)
  }
  return [0.5, 0.95].flatMap((share) => rowsOf(share, times))
}

type Part = 'rawText' | 'rawVector' | 'hybrid' | 'text' | 'vector' | 'embed'

function rowsOf(share: number, times: Readonly<Record<Part, number[]>>): readonly Row[] {
  const at = (part: Part) => quantile(times[part], share)
  const both = times.rawText.map((ms, nth) => ms + (times.rawVector[nth] ?? 0))
  const name = `p${share * 100}`
  return [
    row(`hybrid query ${name}, ms (floor: raw FTS5 and raw scan)`, quantile(both, share), at('hybrid')),
    row(`its ranking by text ${name}, ms (floor: raw FTS5)`, at('rawText'), at('text')),
    row(`its ranking by vector ${name}, ms (floor: raw scan)`, at('rawVector'), at('vector')),
    row(`its query's vector ${name}, ms`, undefined, at('embed')),
  ]
}

async function besideSessions(shelf: Shelf, file: string): Promise<readonly Row[]> {
  const asked = queries(3, queryCount)
  const alone = await turnsBeside(file, sessionsMs)
  const beside = await turnsBeside(file, sessionsMs, (nth) => search(shelf, asked[nth % asked.length] ?? ''))
  const at = `${number(beside.queries)} queries/s`
  return [
    row(`tool loop on disk beside ${at}, iterations/s (floor: no queries)`, alone.rate, beside.rate),
    row('event loop delay p99, ms (floor: no queries)', alone.p99, beside.p99),
    row('event loop delay, longest, ms (floor: no queries)', alone.max, beside.max),
  ]
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const number = (value: number, digits = 1) => (value >= 1000 ? whole(value) : value.toFixed(value < 1 ? 2 : digits))

function row(what: string, floor: number | undefined, gyre: number): Row {
  const ratio = floor === undefined ? '–' : `${number(gyre / floor)}×`
  return { what, floor: floor === undefined ? '–' : number(floor), gyre: number(gyre), ratio, goal: '–', holds: true }
}
