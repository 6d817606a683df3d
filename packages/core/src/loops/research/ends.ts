/** How a research ends: with a report of what there is, and a word for why. */
import type { Json } from '../../json.ts'
import type { LoopContext, Spent } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import type { Outcome } from '../../kernel/outcome.ts'
import { writeFront } from './front.ts'
import type { StopReason } from './measure/stop-rule.ts'
import { numbered, reportOf } from './report/assembly.ts'
import { exportedState } from './report/exported-state.ts'
import { reportMarkdown } from './report/markdown.ts'
import type { Report } from './report/report.ts'
import { shownCoverage } from './report/research-notes.ts'
import type { ResearchState } from './state.ts'
import { reasonOf } from './stopping.ts'
import { orEnd, type Work } from './work.ts'
import { writeSections } from './writing.ts'

/** Why the research is over, and as what the session ends. */
export type Stop = { readonly reason: StopReason; readonly outcome: Outcome }

/** A round too many is a limit; the other reasons of the rule are what research is for. */
export function outcomeOf(reason: StopReason): Outcome {
  return reason === 'max_cycles' ? 'limit:turns' : 'answered'
}

export async function report(ctx: LoopContext, work: Work, state: ResearchState, stop: Stop): Promise<LoopResult> {
  const { sections, notice } = await writeSections(ctx, work, state)
  const written = numbered(state, sections)
  const front = await writeFront(ctx, work, written.sections)
  ctx.phase('verifying')
  const spent = await spentInAll(ctx)
  const stopWhy = reasonOf(stop.reason, state, work.config)
  const about = { front, stop: stop.reason, stopWhy, spent, config: work.config }
  return resultOf(reportOf(state, sections, { ...written, ...about }), state, notice?.outcome ?? stop.outcome)
}

/** The run may be told to end with this step, its last: it does so anyway. */
async function spentInAll(ctx: LoopContext): Promise<Spent> {
  const spent = await orEnd(ctx, () => ctx.spent())
  return spent === 'ended' ? ctx.spent() : spent
}

/** `known` is as what it would end if the report were whole. */
function resultOf(made: Report, state: ResearchState, known: Outcome): LoopResult {
  const lacks = lackOf(made)
  const outcome = lacks !== undefined && known === 'answered' ? 'gap_open' : known
  const gap = [lacks, gapIn(made)].filter((part) => part !== undefined).join(' ')
  return {
    answer: reportMarkdown(made),
    outcome,
    ...(outcome !== 'answered' && gap !== '' && { gap }),
    details: { ...made, state: exportedState(state) } as unknown as Json,
  }
}

/** What the report itself lacks, whatever the research found. */
function lackOf({ sections }: Report): string | undefined {
  if (sections.length === 0) return 'Nothing was found that the report could be written from.'
  const extracts = sections.filter(({ isExtract }) => isExtract).map(({ title }) => title)
  return extracts.length === 0 ? undefined : `Sections that no author could be asked for: ${extracts.join(', ')}.`
}

function gapIn({ ledger }: Report): string | undefined {
  const open = ledger
    .filter(({ status }) => status !== 'covered')
    .map(({ title, coverage }) => `${title} (${shownCoverage(coverage)})`)
  return open.length === 0 ? undefined : `Topics that are not covered: ${open.join(', ')}.`
}
