/** Reading pages: all of their parts that the settings allow, or why there is nothing to read. */
import type { LoopContext } from '../../kernel/context.ts'
import { hostOf, mayRead } from './hosts.ts'
import type { Place, ReadPart } from './places.ts'
import type { FailedSource, Source } from './state.ts'
import { callTool, orEnd, type Work } from './work.ts'

/** An address to be read, and where. */
export type Wanted = { readonly url: string; readonly place: Place; readonly isPinned: boolean }

/** A page that was read, before it has an id. */
export type Page = Omit<Source, 'id' | 'isPinned' | 'sameAs'>

/** Less is a menu, a notice or an error, unless a person wrote or chose it. */
const shortestPage = 200

const longestReason = 300

/** It is embedded, shown and printed with all that is cited of the page. */
const longestTitle = 300

export async function readPage(ctx: LoopContext, work: Work, wanted: Wanted): Promise<Page | FailedSource> {
  const { maxPageChars } = work.config
  // Who pins a page allows its host; it may still be denied, or where it leads to.
  const rules = wanted.isPinned ? { allow: [], deny: work.config.deny } : work.config
  if (!mayRead(wanted.url, rules)) return refused(wanted.url, `${hostOf(wanted.url)} may not be read.`)
  const first = await readPart(ctx, wanted, 1)
  if (!('text' in first)) return first
  if (!mayRead(first.url, rules)) return refused(wanted.url, `It leads to ${hostOf(first.url)}, which may not be read.`)
  const text = await wholeText(ctx, wanted, first, maxPageChars)
  if (text.length < shortestOf(wanted))
    return refused(wanted.url, `There is next to no text: ${text.length} characters.`)
  const { url, publishedAt, remarks } = first
  const title = first.title.replace(/\s+/g, ' ').slice(0, longestTitle).toWellFormed()
  return { url, title, host: hostOf(url), ...(publishedAt && { publishedAt }), text, remarks }
}

function shortestOf({ url, isPinned }: Wanted): number {
  return isPinned || !/^https?:/i.test(url) ? 1 : shortestPage
}

/** Part by part, as much as may be read. */
async function wholeText(ctx: LoopContext, wanted: Wanted, first: ReadPart, most: number): Promise<string> {
  let { text } = first
  for (let part = 2; part <= first.parts && text.length < most; part++) {
    const next = await orEnd(ctx, () => readPart(ctx, wanted, part))
    // What there is of it is good without the rest. Empty parts may go on for ever.
    if (next === 'ended' || !('text' in next) || next.text.trim() === '') break
    text = `${text.trimEnd()}\n\n${next.text}`
  }
  return text.slice(0, most).toWellFormed().trim()
}

async function readPart(ctx: LoopContext, { url, place }: Wanted, part: number): Promise<ReadPart | FailedSource> {
  const result = await callTool(ctx, { tool: place.readTool, input: place.readInput(url, part), label: 'read' })
  if (!result || result.error) return refused(url, result?.text ?? 'The tool said nothing.')
  return place.read(result) ?? refused(url, `\`${place.readTool}\` gave no page.`)
}

function refused(url: string, why: string): FailedSource {
  return { url, reason: why.replace(/\s+/g, ' ').trim().slice(0, longestReason).toWellFormed() }
}
