/** Searches from a file: recorded once, the same for ever. For tests, demonstrations and work without a network. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { GyreError } from '@gyre/core'
import { z } from 'zod'
import type { SearchProvider, SearchRequest, SearchResult } from './search-provider.ts'

const result = z.object({
  url: z.string(),
  title: z.string(),
  snippet: z.string(),
  rank: z.number(),
  score: z.number().exactOptional(),
  publishedAt: z.string().exactOptional(),
  content: z.string().exactOptional(),
})

const recording = z.record(z.string(), z.array(result))

type Recording = Readonly<Record<string, readonly SearchResult[]>>

/** Answers from the recorded query with the most words in common; nothing when none has any. */
export function recordedSearch(file: string): SearchProvider {
  let known: Promise<Recording> | undefined
  return {
    name: 'fixture',
    async search({ query, count }) {
      known ??= readRecording(file)
      const recorded = await known
      const nearest = nearestQuery(query, Object.keys(recorded))
      return nearest === undefined ? [] : (recorded[nearest] ?? []).slice(0, count)
    },
  }
}

/** Asks the provider and keeps what it answers in the file, beside what is there. */
export function recordingSearch(provider: SearchProvider, file: string): SearchProvider {
  let last: Promise<unknown> = Promise.resolve()
  return {
    name: provider.name,
    async search(request, signal, owner) {
      const results = await provider.search(request, signal, owner)
      // One after the other: two at once would lose one of them.
      last = last.catch(() => {}).then(() => add(file, request, results))
      await last
      return results
    },
  }
}

async function add(file: string, { query }: SearchRequest, results: readonly SearchResult[]): Promise<void> {
  const before = await readRecording(file).catch((error: unknown) => {
    if (isAbsent(error)) return {}
    throw error
  })
  const whole = JSON.stringify({ ...before, [query]: results }, null, 2)
  await writeFile(`${file}.new`, `${whole}\n`)
  await rename(`${file}.new`, file)
}

async function readRecording(file: string): Promise<Recording> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new GyreError('file-unreadable', `The recorded searches cannot be read: ${cause.message}`, { file, cause })
  })
  const parsed = recording.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  const message = `${file}: recorded searches are JSON: { "query": [{ url, title, snippet, rank }] }`
  throw new GyreError('file-invalid', message, { file })
}

function isAbsent(error: unknown): boolean {
  return error instanceof GyreError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function nearestQuery(query: string, known: readonly string[]): string | undefined {
  const asked = wordsOf(query)
  let best: { readonly query: string; readonly likeness: number } | undefined
  for (const each of known) {
    const likeness = likenessOf(asked, wordsOf(each))
    if (likeness > (best?.likeness ?? 0)) best = { query: each, likeness }
  }
  return best?.query
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )
}

/** Words in common, of all there are (Jaccard). */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = a.intersection(b).size
  return common === 0 ? 0 : common / (a.size + b.size - common)
}
