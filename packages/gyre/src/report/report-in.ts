/** The report in the details of a session. They come from a journal, so nothing is taken for granted. */
import type { Report } from '@gyre/core'
import { z } from 'zod'

const text = z.string()
const count = z.number()

const section = z.object({ topic: text, title: text, text, isExtract: z.boolean(), rewrites: count })

const source = z.object({
  number: z.int().min(1),
  id: text,
  title: text,
  url: text,
  host: text,
  publishedAt: text.exactOptional(),
  isPinned: z.boolean(),
  remarks: z.array(text),
})

const citation = z.object({
  section: text,
  sentence: text,
  number: count,
  chunk: text,
  source: text,
  start: count,
  end: count,
  sha256: text,
})

const score = z.object({
  sentences: count,
  cited: count,
  supported: count,
  unsupported: count,
  uncited: count,
  precision: count,
  recall: count,
})

const ledgerEntry = z.object({
  topic: text,
  title: text,
  origin: z.enum(['outline', 'planner', 'latent']),
  coverage: count,
  passages: count,
  sources: count,
  hosts: count,
  searches: count,
  status: z.enum(['covered', 'exhausted', 'budget', 'open']),
})

const cycle = z.object({
  searches: count,
  pages: count,
  accepted: count,
  coverage: z.array(count),
  total: count,
  gain: count,
  unseen: count,
})

const spent = z.object({
  modelCalls: count,
  toolCalls: count,
  inputTokens: count,
  outputTokens: count,
  costUsd: count.nullable(),
})

const report: z.ZodType<Report> = z.object({
  query: text,
  title: text,
  abstract: text,
  sections: z.array(section),
  sources: z.array(source),
  citations: z.array(citation),
  unsupported: z.array(z.object({ section: text, sentence: text, why: z.array(text) })),
  removed: z.array(z.object({ section: text, what: text, why: text })),
  score,
  translated: count.exactOptional(),
  limit: text.exactOptional(),
  ledger: z.array(ledgerEntry),
  failed: z.array(z.object({ url: text, reason: text })),
  history: z.array(cycle),
  stop: z.enum(['budget', 'cancelled', 'covered', 'diminishing', 'exhausted', 'no_progress', 'max_cycles']),
  stopWhy: text,
  spent,
})

/** A loop that chose another one has the details of that one in its own. */
const chosen = z.object({ inner: report })

/** Undefined where there is none, or one of another form. */
export function reportIn(details: unknown): Report | undefined {
  return report.safeParse(details).data ?? chosen.safeParse(details).data?.inner
}
