/** Writing: each section by itself, from its passages alone, held against them by code and mended. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { WrapUp } from '../../kernel/wrap-up.ts'
import { reactGrammar } from '../../parsing/react-grammar.ts'
import { isPiece } from '../cut-off.ts'
import { modelFailure } from '../model-failure.ts'
import type { Config } from './config.ts'
import { evidenceFor } from './evidence.ts'
import { extractOf } from './extract.ts'
import { rewriteRequest, type SectionWork, sectionRequest } from './requests.ts'
import type { ResearchState } from './state.ts'
import { faultCount, type Passage, type Verification, verify } from './verify/verifier.ts'
import { noticeOf, orEnd, type Work } from './work.ts'

/** A draft that loses more of the supported sentences was cut down rather than mended. */
const leastKept = 0.5

/** What an author says whose passages are beside the point: they are not shown instead. */
const nothingFound = 'Nothing was found on this.'

/** A section as it was held against its passages. */
export type Section = SectionWork & {
  readonly verification: Verification
  readonly isExtract: boolean
  readonly rewrites: number
  /** What was taken out of earlier drafts, too, is known. */
  readonly removed: Verification['removed']
}

/** What was written, and the notice that the budget ended meanwhile, if it did. */
export type Written = { readonly sections: readonly Section[]; readonly notice?: WrapUp | undefined }

/** Sections side by side; topics that nothing was found for have none. */
export async function writeSections(ctx: LoopContext, work: Work, state: ResearchState): Promise<Written> {
  const sections = sectionsOf(state, work.config)
  if (sections.length === 0) return { sections: [] }
  ctx.phase('writing')
  const written = await ctx.map(sections, (section, branch) => orEnd(branch, () => write(branch, work, section)), {
    label: 'section',
  })
  if (!written.includes('ended')) return { sections: written.filter((each) => each !== 'ended') }
  return withTheReserve(ctx, work, sections, written)
}

/** The same without an author. */
export function extracts(state: ResearchState, config: Config): readonly Section[] {
  return sectionsOf(state, config).map(extracted)
}

function sectionsOf(state: ResearchState, config: Config): readonly SectionWork[] {
  return state.outline
    .map((topic): SectionWork => ({ topic, outline: state.outline, evidence: evidenceFor(state, topic, config) }))
    .filter(({ evidence }) => evidence.length > 0)
}

/** The budget ended while they were written: what is kept back is for those that were not. */
async function withTheReserve(
  ctx: LoopContext,
  work: Work,
  sections: readonly SectionWork[],
  written: readonly (Section | 'ended')[],
): Promise<Written> {
  const notice = await noticeOf(ctx)
  const left = sections.filter((_, at) => written[at] === 'ended')
  const rest = await ctx.map(left, (section, branch) => orEnd(branch, () => write(branch, work, section)), {
    label: 'section',
  })
  const later = new Map(left.map((section, at) => [section, rest[at]]))
  const all = sections.map((section, at) => {
    const first = written[at]
    const said = first === 'ended' ? later.get(section) : first
    return said === undefined || said === 'ended' ? extracted(section) : said
  })
  return { sections: all, notice }
}

async function write(ctx: LoopContext, work: Work, section: SectionWork): Promise<Section> {
  const reply = await ctx
    .generate(sectionRequest(ctx, work.task, section, work.config), { label: 'write', grammar: reactGrammar })
    .catch(modelFailure)
  const text = reply instanceof GyreError ? '' : wholeText(reply)
  if (text === '') return extracted(section)
  const best = await mend(ctx, work, drafted(section, text))
  if (supportedCount(best) > 0 || best.verification.text.trim() === nothingFound) return best
  return { ...extracted(section), rewrites: best.rewrites, removed: best.removed }
}

/** Without what a reply broke off in. */
function wholeText(reply: Awaited<ReturnType<LoopContext['generate']>>): string {
  const text = reply.text.trim()
  return isPiece(reply) ? text.replace(/[^.!?\]]*$/, '').trim() : text
}

/** Written again as long as sentences do not stand; the best draft is kept, not the last. */
async function mend(ctx: LoopContext, work: Work, first: Section): Promise<Section> {
  let best = first
  for (let round = 1; round <= work.config.maxRewrites && faultCount(best.verification) > 0; round++) {
    const request = { ...best, config: work.config, draft: best.verification.text, faults: faultsOf(best.verification) }
    const reply = await orEnd(ctx, () =>
      ctx
        .generate(rewriteRequest(ctx, work.task, request), { label: 'rewrite', grammar: reactGrammar })
        .catch(modelFailure),
    )
    if (reply === 'ended' || reply instanceof GyreError) break
    const text = wholeText(reply)
    const next = text === '' ? undefined : drafted(first, text)
    const removed = [...best.removed, ...(next?.verification.removed ?? [])]
    best = { ...(next && isBetter(next, best) ? next : best), rewrites: round, removed }
  }
  return best
}

/** A refusal has no faults: what a draft says that stands counts as much as what does not. */
function isBetter(next: Section, best: Section): boolean {
  const [kept, before] = [supportedCount(next), supportedCount(best)]
  if (kept === 0 || kept < before * leastKept) return false
  const [faults, faultsBefore] = [faultCount(next.verification), faultCount(best.verification)]
  const gained = kept - faults - (before - faultsBefore)
  return gained > 0 || (gained === 0 && faults < faultsBefore)
}

/** Sentences that passages support: without one, a text is no section. */
export function supportedCount({ verification }: Pick<Section, 'verification'>): number {
  return verification.sentences.filter(({ verdict }) => verdict === 'supported').length
}

function faultsOf({ sentences }: Verification): readonly string[] {
  return sentences.flatMap(({ text, verdict, faults }) => {
    if (verdict !== 'unsupported' && verdict !== 'uncited') return []
    const why = verdict === 'uncited' ? ['it cites no passage'] : faults.map((fault) => fault.why)
    return [`"${text.trim()}": ${why.join('; ')}`]
  })
}

function drafted(section: SectionWork, text: string): Section {
  const verification = verified(section, text)
  return { ...section, verification, isExtract: false, rewrites: 0, removed: verification.removed }
}

/** The passages speak for themselves. */
function extracted(section: SectionWork): Section {
  const verification = verified(section, extractOf(section.evidence))
  return { ...section, verification, isExtract: true, rewrites: 0, removed: [] }
}

function verified({ evidence }: SectionWork, text: string): Verification {
  const passages = new Map(
    evidence.map(({ id, text: said, about }): [string, Passage] => [id, { id, text: said, about }]),
  )
  return verify(text, passages, { addresses: new Set() })
}
