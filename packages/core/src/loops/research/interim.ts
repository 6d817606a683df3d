/** What there is after a round, without asking anybody: the answer of a session that is ended from outside. */
import type { LoopContext } from '../../kernel/context.ts'
import { numbered, reportOf } from './report/assembly.ts'
import { reportMarkdown, type Told } from './report/markdown.ts'
import type { Report } from './report/report.ts'
import { shownCoverage, uncoveredText } from './report/research-notes.ts'
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
  ctx.propose(reportMarkdown(made, toldSoFar(made)))
}

/** Who or what ends the session is not known here. */
function toldSoFar(made: Report): Told {
  const rounds = made.history.length
  const known = `This is what was known after round ${rounds}; nobody has written it out yet.`
  return {
    notice: [known, uncoveredText(made)].filter((part) => part !== undefined).join(' '),
    end: `After round ${rounds} the coverage was ${shownCoverage(made.history.at(-1)?.total ?? 0)}.`,
  }
}
