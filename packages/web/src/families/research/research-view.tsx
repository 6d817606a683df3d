/** Research: coverage, gain and the rule that ends it, the sources, and the report held against them. */
import type { FamilyViewProps } from '../family-views.tsx'
import { loopSlice } from '../loop/loop-slice.ts'
import { CoverageCard } from './coverage-card.tsx'
import { GainCard } from './gain-card.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { ReportCard } from './report-card.tsx'
import { reportPicture } from './report-picture.ts'
import { researchPicture } from './research-picture.ts'
import { sourceLedger } from './source-ledger.ts'

export function ResearchView({ live, base }: FamilyViewProps) {
  const { log } = live
  const slice = loopSlice(log, base)
  const picture = researchPicture(slice)
  const sources = sourceLedger(slice)
  return (
    <div className="cols evidence">
      <CoverageCard log={log} base={base} picture={picture} />
      <GainCard picture={picture} />
      <LedgerCard session={log.id} sources={sources} searches={picture.searches} isOver={picture.isOver} />
      <ReportCard report={reportPicture(slice)} picture={picture} writing={sectionsWritten(slice)} />
    </div>
  )
}

/** Sections that are written so far, and being written. */
function sectionsWritten({ steps, running }: ReturnType<typeof loopSlice>) {
  const isSection = ({ at }: { readonly at: string }) => /^section#\d+\[\d+\]\/write#1$/.test(at)
  return { done: steps.filter(isSection).length, begun: running.filter(isSection).length }
}
