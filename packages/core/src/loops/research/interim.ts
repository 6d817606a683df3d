/** What there is after a round, without asking anybody: the answer of a session that is ended from outside. */
import type { LoopContext } from '../../kernel/context.ts'
import { numbered, reportOf } from './report/assembly.ts'
import { reportMarkdown } from './report/markdown.ts'
import type { ResearchState } from './state.ts'
import { reasonOf } from './stopping.ts'
import type { Work } from './work.ts'
import { extracts } from './writing.ts'

export async function proposeSoFar(ctx: LoopContext, { config }: Work, state: ResearchState): Promise<void> {
  const sections = extracts(state, config)
  if (sections.length === 0) return
  const about = { front: { title: state.query, abstract: '' }, spent: await ctx.spent(), config }
  const stop = { stop: 'cancelled', stopWhy: reasonOf('cancelled', state, config) } as const
  const made = reportOf(state, sections, { ...numbered(state, sections), ...about, ...stop })
  // Without a score: the last round knows most, though a topic that it added may have little.
  ctx.propose(reportMarkdown(made))
}
