/** Where a research looks: which tools search and read, and how their answers are read. */
import { z } from 'zod'
import type { Json } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { ToolResult } from '../../messages.ts'
import type { Config } from './config.ts'

/** A page or document that a search gave. */
export type FoundPage = { readonly url: string; readonly title: string; readonly snippet: string }

/** A part of a page as it was read. */
export type ReadPart = {
  /** Where it is from in the end. */
  readonly url: string
  readonly title: string
  readonly publishedAt?: string
  readonly text: string
  readonly parts: number
  /** What a reader should know of it. */
  readonly remarks: readonly string[]
}

export type Place = {
  readonly searchTool: string
  readonly readTool: string
  /** What a search has to give, for whoever brings a tool of this name. */
  readonly resultForm: string
  searchInput(query: string, count: number, site: string | undefined): Json
  readInput(url: string, part: number): Json
  /** Undefined where the answer is none of this tool's. */
  found(result: ToolResult): readonly FoundPage[] | undefined
  read(result: ToolResult): ReadPart | undefined
}

/** Results row by row: one that cannot be read is left out. */
const rows = z.array(z.unknown())
const rowsInside = z.object({ results: rows }).transform(({ results }) => results)

/** Longer addresses are no pages. */
const address = z.string().min(1).max(2_000)
/** What is missing, null or no text is nothing. */
const words = z.string().catch('')

const webResult = z
  .union([z.object({ url: address }), z.object({ link: address }).transform(({ link }) => ({ url: link }))])
  .and(z.object({ title: words, snippet: words }))

/** Undefined where there are rows and none is a result. */
function readable<T>(list: readonly unknown[] | undefined, row: z.ZodType<T>): readonly T[] | undefined {
  const results = list?.flatMap((each) => row.safeParse(each).data ?? [])
  return results?.length === 0 && list?.length !== 0 ? undefined : results
}

const webPage = z.object({
  url: z.string().min(1),
  title: z.string().nullish(),
  byline: z.string().optional(),
  publishedAt: z.string().optional(),
  parts: z.int().min(1),
  remarks: z.array(z.string()).default([]),
})

const web: Place = {
  searchTool: 'web.search',
  readTool: 'web.fetch',
  resultForm: 'a list of { url, title }',
  searchInput: (query, count, site) => ({ query, count, ...(site !== undefined && { site }) }),
  readInput: (url, part) => ({ url, part }),
  found: ({ data }) => readable(z.union([rows, rowsInside]).safeParse(data).data, webResult),
  read: ({ data, text }) => {
    const page = webPage.safeParse(data).data
    if (!page) return undefined
    const { url, title, byline, publishedAt, parts, remarks } = page
    const about = [byline, publishedAt].filter((each) => each !== undefined).join(', ')
    const head = [`# ${title}`, about, ...remarks.map((remark) => `[${remark}]`)]
    return { url, title: title || url, ...(publishedAt && { publishedAt }), text: bodyOf(text, head), parts, remarks }
  },
}

const passage = z.object({ source: address, title: words })

const storedDocument = z.object({
  source: z.string().min(1),
  title: z.string().default(''),
  parts: z.int().min(1),
  remark: z.string().optional(),
})

const knowledge: Place = {
  searchTool: 'knowledge.search',
  readTool: 'knowledge.read',
  resultForm: '{ results }, a list of { source, title },',
  searchInput: (query, count) => ({ query, limit: count, show: 'extract' }),
  readInput: (document, part) => ({ document, part }),
  found: ({ data }) => {
    const found = readable(rowsInside.safeParse(data).data, passage)
    // A search gives passages: a document is one result, where its best one stands.
    const titles = new Map(found?.toReversed().map(({ source, title }) => [source, title]))
    const sources = [...new Set(found?.map(({ source }) => source))]
    return found && sources.map((url) => ({ url, title: titles.get(url) ?? '', snippet: '' }))
  },
  read: ({ data, text }) => {
    const document = storedDocument.safeParse(data).data
    if (!document) return undefined
    const { source, title, parts, remark } = document
    const remarks = remark === undefined ? [] : [remark]
    return { url: source, title: title || source, text: bodyOf(text, [...remarks, `# ${title}`]), parts, remarks }
  },
}

/** What tools write above and below a text is not the text. */
function bodyOf(text: string, head: readonly string[]): string {
  let body = text
  for (const line of head) if (line !== '' && body.startsWith(`${line}\n`)) body = body.slice(line.length).trimStart()
  return body.replace(/\n\n\[part \d+ of \d+\]\s*$/, '')
}

/** The places a session can look at, as the settings want it; none where their tools are not offered. */
export function placesOf(tools: LoopContext['tools'], sources: Config['sources']): readonly Place[] {
  const names = new Set(tools.map(({ name }) => name))
  const offered = (place: Place) => names.has(place.searchTool) && names.has(place.readTool)
  if (sources === 'auto') return [web, knowledge].filter(offered).slice(0, 1)
  const wanted = { web: [web], knowledge: [knowledge], both: [web, knowledge] }[sources]
  return wanted.filter(offered)
}
