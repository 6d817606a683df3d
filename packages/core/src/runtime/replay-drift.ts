/** Drift as people read it: the whole prompt as it was, and as it is now. */

import type { JsonObject } from '../json.ts'
import type { AskedDrift, Drift } from '../kernel/divergence.ts'
import { toolsOf } from '../kernel/loop-run.ts'
import { finalAnswerGrammar } from '../parsing/final-answer-grammar.ts'
import { reactGrammar } from '../parsing/react-grammar.ts'
import type { ToolSpec } from '../ports/model.ts'
import type { JournalRow } from '../ports/store.ts'
import type { Tool } from '../tools/tool.ts'
import { promptPage, requestPage } from './prompt-page.ts'
import { type PromptSources, promptAt, spokenAt } from './prompt-text.ts'
import { definitionIn } from './revive-session.ts'

/** A request that is not what it was. The pages tell all of it: options, tools and messages. */
export type ReplayDrift = Drift & { readonly pageWas: string; readonly pageNow: string }

export type PageSources = Pick<PromptSources, 'payload'> & { readonly tools: readonly Tool[] }

type Reading = PageSources & { readonly rows: readonly JournalRow[] }

/** Each drift with its pages. What is asked now builds on the other prompts as they are now. */
export async function withPages(
  drifts: readonly AskedDrift[],
  rows: readonly JournalRow[],
  sources: PageSources,
): Promise<readonly ReplayDrift[]> {
  const asked = new Map(drifts.map((drift) => [drift.path, JSON.stringify(drift.asked)]))
  const then: Reading = { ...sources, rows }
  const now: Reading = { ...sources, rows: rows.map((row) => askedInstead(row, asked)) }
  const pages = drifts.map(async (drift): Promise<ReplayDrift> => {
    const { path, was } = drift
    const [pageWas, pageNow] = [await pageOf(path, was, then), await pageOf(path, drift.now, now)]
    return { path, was, now: drift.now, pageWas, pageNow }
  })
  return Promise.all(pages)
}

function askedInstead(row: JournalRow, asked: ReadonlyMap<string, string>): JournalRow {
  const request = row.path === null || row.kind === null ? undefined : asked.get(row.path)
  return request === undefined ? row : { ...row, request }
}

/** The prompt; its request as it is stored where a part of it is not at hand, and of other steps. */
async function pageOf(path: string, request: string | null, { rows, payload, tools }: Reading): Promise<string> {
  const isPrompt = rows.some((row) => row.path === path && row.kind === 'generate')
  if (!isPrompt || request === null) return requestPage(request)
  const specsOf = (names: readonly string[]) => specsNamed(tools, names)
  const spoken = spokenAt(rows, path, [reactGrammar, finalAnswerGrammar], specsOf)
  try {
    const messages = await promptAt(rows, path, { payload, ...(spoken && { spoken }) })
    return promptPage(JSON.parse(request) as JsonObject, messages, definitionIn(rows, '').tools)
  } catch {
    return requestPage(request)
  }
}

function specsNamed(tools: readonly Tool[], names: readonly string[]): readonly ToolSpec[] | undefined {
  const found = names.flatMap((name) => tools.find((tool) => tool.name === name) ?? [])
  return found.length < names.length ? undefined : toolsOf(found).toolSpecs
}
