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
import { withCoverage } from './report/research-notes.ts'
import type { ResearchState } from './state.ts'
import { reasonOf } from './stopping.ts'
import { orEnd, type Work } from './work.ts'
import { type Section, supportedCount, writeSections } from './writing.ts'

/** Why the research is over, as what the session ends, and the sentence for it where it is not the rule's. */
export type Stop = { readonly reason: StopReason; readonly outcome: Outcome; readonly why?: string }

/** A round too many is a limit; the other reasons of the rule are what research is for. */
export function outcomeOf(reason: StopReason): Outcome {
  return reason === 'max_cycles' ? 'limit:turns' : 'answered'
}

export async function report(ctx: LoopContext, work: Work, state: ResearchState, stop: Stop): Promise<LoopResult> {
  const { sections, notice } = await writeSections(ctx, work, state)
  const written = numbered(state, sections)
  const front = await writeFront(ctx, work, sections)
  ctx.phase('verifying')
  const spent = await spentInAll(ctx)
  const stopWhy = stop.why ?? reasonOf(stop.reason, state, work.config)
  const about = { front, stop: stop.reason, stopWhy, spent, config: work.config, limit: notice?.outcome }
  const made = reportOf(state, sections, { ...written, ...about })
  return resultOf(made, { state, sections, known: notice?.outcome ?? stop.outcome })
}

/** The run may be told to end with this step, its last: it does so anyway. */
async function spentInAll(ctx: LoopContext): Promise<Spent> {
  const spent = await orEnd(ctx, () => ctx.spent())
  return spent === 'ended' ? ctx.spent() : spent
}

type Behind = {
  readonly state: ResearchState
  readonly sections: readonly Section[]
  /** As what it would end if the report were whole. */
  readonly known: Outcome
}

/** What is not covered is told of an answer, too: searches may have found nothing for it. */
function resultOf(made: Report, { state, sections, known }: Behind): LoopResult {
  const lacks = lacksOf(sections)
  const outcome = lacks.length > 0 && known === 'answered' ? 'gap_open' : known
  const gap = [...lacks, ...gapIn(made)].join(' ')
  return {
    answer: reportMarkdown(made),
    outcome,
    ...(gap !== '' && { gap }),
    details: { ...made, state: exportedState(state) } as unknown as Json,
  }
}

/** What the report itself lacks, whatever the research found. */
function lacksOf(sections: readonly Section[]): readonly string[] {
  if (sections.length === 0) return ['Nothing was found that the report could be written from.']
  const extracts = titlesOf(sections.filter(({ isExtract }) => isExtract))
  const bare = sections.filter((section) => supportedCount(section) === 0)
  return [
    ...(extracts === '' ? [] : [`Sections that are made of passages alone: ${extracts}.`]),
    ...(bare.length === sections.length ? ['No statement of the report is supported by a source.'] : unsupported(bare)),
  ]
}

function unsupported(bare: readonly Section[]): readonly string[] {
  return bare.length === 0 ? [] : [`Sections without a supported statement: ${titlesOf(bare)}.`]
}

function titlesOf(sections: readonly Section[]): string {
  return sections.map(({ topic }) => topic.title).join(', ')
}

function gapIn({ ledger }: Report): readonly string[] {
  const open = ledger.filter(({ status }) => status !== 'covered')
  return open.length === 0 ? [] : [`Topics that are not covered: ${withCoverage(open)}.`]
}
