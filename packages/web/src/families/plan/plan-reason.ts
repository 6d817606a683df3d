/** Why a plan is not the one before: what happened between the two. */
import type { FactEvent } from '@gyre/core/view'

export type ChangeReason = {
  readonly kind: 'person' | 'answer' | 'evaluation' | 'gap' | 'failure' | 'decision' | 'loop'
  /** In the words of whoever gave it; empty when nobody did. */
  readonly text: string
  /** The step that it goes back to. */
  readonly path: string | undefined
  /** Who changed it, or how sure the decision was. */
  readonly by: string | undefined
}

type Noted = {
  readonly decision?: string
  readonly why?: string
  readonly confidence?: number
  readonly gap?: string
  readonly score?: number
  readonly quality?: string
  readonly step?: string
}

/** `between` are the facts since the version before, oldest first. */
export function reasonOfChange(change: FactEvent, between: readonly FactEvent[]): ChangeReason {
  const given = typeof change.data['reason'] === 'string' ? change.data['reason'] : ''
  if (change.data['edited'] === true) return byPerson(change, between, given)
  return (
    byNews(between, given) ??
    byEvaluation(between, given) ??
    byFailure(between, given) ??
    byDecision(between, given) ?? { kind: 'loop', text: given, path: undefined, by: undefined }
  )
}

/** What a person answered, or what was found to be missing: whichever came last. */
function byNews(between: readonly FactEvent[], given: string): ChangeReason | undefined {
  const news = between.findLast((fact) => isAnswer(fact, between) || typeof noted(fact, 'gap').gap === 'string')
  if (!news) return undefined
  const { path } = news
  if (news.type === 'note') return { kind: 'gap', text: noted(news, 'gap').gap ?? given, path, by: undefined }
  const { text, by } = news.data
  return { kind: 'answer', text: String(text ?? ''), path, by: typeof by === 'string' ? by : undefined }
}

/** That somebody agreed to the plan before is no reason for another. */
function isAnswer({ type, path, data }: FactEvent, between: readonly FactEvent[]): boolean {
  if (type !== 'question.answered' || data['kind'] !== 'question') return false
  const asked = between.findLast((fact) => fact.type === 'question.asked' && fact.path === path)
  const { about } = (asked?.data['data'] ?? {}) as { readonly about?: string }
  return about !== 'plan'
}

function byPerson({ path, data }: FactEvent, between: readonly FactEvent[], given: string): ChangeReason {
  const applied = between.findLast(({ data: each }) => each['action'] === 'plan' && each['by'] !== undefined)
  const [first] = Array.isArray(data['by']) ? data['by'] : []
  const by = applied?.data['by'] ?? first
  return { kind: 'person', text: given, path, by: typeof by === 'string' ? by : undefined }
}

/** A judge found fault with what a step gave. */
function byEvaluation(between: readonly FactEvent[], given: string): ChangeReason | undefined {
  const doubted = between.findLast((fact) => {
    const { quality } = noted(fact, 'score')
    return quality === 'partial' || quality === 'failed'
  })
  if (!doubted) return undefined
  const { score, quality, step } = noted(doubted, 'score')
  const judge = between.findLast(({ path = '', type }) => type === 'step.finished' && /(^|\/)evaluate#\d+$/.test(path))
  const decided = decisionIn(between)
  const text = given || decided?.why || ''
  return {
    kind: 'evaluation',
    text,
    path: judge?.path ?? doubted.path,
    by: `${step ?? 'a step'}: ${quality}, ${score}`,
  }
}

function byFailure(between: readonly FactEvent[], given: string): ChangeReason | undefined {
  const failed = between.findLast(({ type, data }) => {
    const { error } = (data['result'] ?? {}) as { readonly error?: boolean }
    return type === 'step.failed' || (data['kind'] === 'tool' && error === true)
  })
  if (!failed) return undefined
  const { message } = (failed.data['error'] ?? {}) as { readonly message?: string }
  const { text } = (failed.data['result'] ?? {}) as { readonly text?: string }
  return { kind: 'failure', text: given || message || text || '', path: failed.path, by: undefined }
}

function byDecision(between: readonly FactEvent[], given: string): ChangeReason | undefined {
  const decided = decisionIn(between)
  if (!decided) return undefined
  const { why, confidence, path } = decided
  const by = confidence === undefined ? undefined : `confidence ${confidence}`
  return { kind: 'decision', text: given || why, path, by }
}

function decisionIn(between: readonly FactEvent[]) {
  const fact = between.findLast((each) => typeof noted(each, 'decision').decision === 'string')
  if (!fact) return undefined
  const { why = '', confidence } = noted(fact, 'decision')
  const judge = between.findLast(({ path = '', type }) => type === 'step.finished' && /(^|\/)decide#\d+$/.test(path))
  return { why, confidence, path: judge?.path ?? fact.path }
}

function noted({ type, data }: FactEvent, name: string): Noted {
  return type === 'note' && data['name'] === name ? ((data['value'] ?? {}) as Noted) : {}
}

const words: Readonly<Record<ChangeReason['kind'], string>> = {
  person: 'a person changed it',
  answer: 'a person answered a question',
  evaluation: 'an evaluation',
  gap: 'something is missing',
  failure: 'a step failed',
  decision: 'a decision',
  loop: 'the loop planned anew',
}

export function reasonWord({ kind }: ChangeReason): string {
  return words[kind]
}
