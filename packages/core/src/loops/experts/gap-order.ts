/** What is known about a gap before any judge is asked, in a fixed order. */
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { admissionOf, longestGap, type TaskResult } from './result.ts'

export type Standing = {
  /** Of this round alone: what was admitted before is answered by it, or found again. */
  readonly results: readonly TaskResult[]
  /** Results of earlier rounds that stand. */
  readonly earlier: readonly TaskResult[]
  readonly answer: string
  /** Whether results contradict each other. */
  readonly isDisputed: boolean
  /** What the plan left out, where it was cut. */
  readonly leftOut: string
  /** The gap that this round was planned for; '' in the first. */
  readonly gapBefore: string
  /** Tokens of all prompts so far, and how many there may be. */
  readonly tokens: number
  readonly tokenGuard: number
}

export type Ordered =
  /**
   * Nothing more is planned: those tools would be called again. The gap is what is known all the same, '' when nothing is;
   * `isOpen`, when nobody knows whether the gap of the round before is closed.
   */
  | { readonly is: 'side-effect'; readonly tools: readonly string[]; readonly gap: string; readonly isOpen?: true }
  | { readonly is: 'complete'; readonly why: 'short' }
  | { readonly is: 'gap'; readonly gap: string; readonly by: 'nothing' | 'admission' }
  /** No judge is asked. The gap is what is known without one; '' when nothing is. */
  | { readonly is: 'guard'; readonly gap: string }
  | { readonly is: 'open' }

/** An answer with so many words or fewer is short. */
const shortAnswer = 5

export function orderedChecks(standing: Standing): Ordered {
  const { results, gapBefore, tokens, tokenGuard } = standing
  const tools = [...new Set(results.flatMap(({ effects }) => effects))]
  const certain = certainGap(standing)
  const isGuarded = tokens >= tokenGuard
  // Planning again would do it again. That closes no gap.
  if (tools.length > 0) {
    const gap = certain?.gap ?? (knownGap(standing) || (isGuarded ? gapBefore : ''))
    return { is: 'side-effect', tools, gap, ...(gap === '' && gapBefore !== '' && { isOpen: true }) }
  }
  if (certain) return { is: 'gap', ...certain }
  if (isShortAndSure(standing)) return { is: 'complete', why: 'short' }
  // Whether this round closed the gap it was planned for is what nobody is asked.
  return isGuarded ? { is: 'guard', gap: knownGap(standing) || gapBefore } : { is: 'open' }
}

type CertainGap = Pick<Extract<Ordered, { readonly is: 'gap' }>, 'gap' | 'by'>

/** A gap whatever the answer says. */
function certainGap({ results, gapBefore }: Pick<Standing, 'results' | 'gapBefore'>): CertainGap | undefined {
  if (results.every(({ output }) => output === null)) {
    // Who plans next is told what it was all for.
    const gap = [emptyGap(results), gapBefore].filter((part) => part !== '').join('\n')
    return { gap: withoutMiddle(gap, longestGap), by: 'nothing' }
  }
  const admitted = admittedGap(results)
  return admitted === undefined ? undefined : { gap: admitted, by: 'admission' }
}

function emptyGap(results: readonly TaskResult[]): string {
  const ends = results.map(({ question, outcome }) => `${question} (${outcome})`).join('; ')
  return `No task gave anything: ${ends}`
}

/** What experts admit, and what the others lack; undefined when nobody admits anything. */
function admittedGap(results: readonly TaskResult[]): string | undefined {
  const admitted = results.flatMap((result) => {
    const admission = admissionOf(result)
    return admission === undefined ? [] : [{ result, admission }]
  })
  if (admitted.length === 0) return undefined
  const told = admitted.map(({ result: { id, question }, admission }) => {
    return `Task ${id} was not done: ${question} Its expert said: ${admission}`
  })
  const others = results.filter((result) => !admitted.some((each) => each.result === result))
  const lacking = knownGap({ results: others, leftOut: '' })
  return withoutMiddle([...told, ...(lacking === '' ? [] : [lacking])].join('\n'), longestGap)
}

/** What is missing of a round that was cut short, as far as its results tell; '' when they tell nothing. */
export function missingIn({ results, leftOut }: Pick<Standing, 'results' | 'leftOut'>): string {
  const certain = results.length === 0 ? undefined : certainGap({ results, gapBefore: '' })
  return certain?.gap ?? knownGap({ results, leftOut })
}

/** What is known to be missing where no judge is asked; '' when nothing is. */
export function knownGap({ results, leftOut }: Pick<Standing, 'results' | 'leftOut'>): string {
  const lacking = results.flatMap(({ id, question, output, outcome, confidence, gaps }) => {
    if (output === null) return [`Task ${id} gave nothing: ${question} (${outcome})`]
    return confidence === 'low' && gaps !== '' ? [`Task ${id} is not sure, and lacks: ${gaps}`] : []
  })
  return withoutMiddle([...(leftOut === '' ? [] : [leftOut]), ...lacking].join('\n'), longestGap)
}

/** One may be sure that something is not known; that is no answer. */
const unknown =
  /\b(?:unknown|uncertain|undetermined|not (?:known|found|available|sure)|no (?:idea|answer|data)|unbekannt|inconnue?|desconocid[oa])\b/i

/** How sure experts are is their own word: it counts only where nothing speaks against it. */
function isShortAndSure({ results, earlier, answer, isDisputed, leftOut }: Standing): boolean {
  const words = answer.split(/\s+/).filter((word) => word !== '').length
  const isShort = words > 0 && words <= shortAnswer && !unknown.test(answer)
  // The answer is theirs, too. What gave nothing in an earlier round was planned for since.
  const gaveBefore = earlier.filter(({ output }) => output !== null)
  return isShort && !isDisputed && leftOut === '' && [...results, ...gaveBefore].every(isSure)
}

function isSure({ output, confidence, gaps }: TaskResult): boolean {
  return output !== null && confidence === 'high' && gaps === ''
}
