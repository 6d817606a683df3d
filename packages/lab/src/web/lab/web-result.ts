/** What is kept of a run: figures, no texts. */
import type { Invention } from '../inventions.ts'
import { unlistedIn } from '../listed-inventions.ts'
import { roundsAfterSaturation } from '../saturation.ts'
import type { WebRun } from '../web-run.ts'
import type { InventionCounts, WebResult } from './web-arm.ts'

export function webResult(run: WebRun): WebResult {
  const { world, details, drafts, verdict, verifier, tokens, modelCalls, toolCalls } = run
  const firstDrafts = drafts.filter(({ faults }) => faults === undefined)
  return {
    evidence: verdict.evidence,
    report: verdict.report,
    isHiddenFound: details.ledger.some(({ origin, title }) => origin !== 'outline' && title === world.hidden),
    rounds: details.history.length,
    lateRounds: roundsAfterSaturation(world, details),
    stop: details.stop,
    ...{ tokens, modelCalls, toolCalls },
    invalidCitations: verdict.invalidCitations.length,
    made: counted(firstDrafts.flatMap(({ inventions }) => inventions)),
    marked: counted(verdict.marked),
    survived: counted(verdict.unmarked),
    unlisted: unlistedIn(drafts, details, verdict).length,
    verifier,
  }
}

function counted(inventions: readonly Invention[]): InventionCounts {
  const count = (kind: Invention['kind']) => inventions.filter((each) => each.kind === kind).length
  return { citation: count('citation'), number: count('number'), quote: count('quote'), claim: count('claim') }
}
