/** The course of a session in sentences: its steps, why it did them, and what people did. */
import {
  type FactEvent,
  finishedStep,
  isShown,
  progressText,
  reasonIn,
  rejectionReason,
  stepsIn,
} from '@gyre/core/view'
import type { SentIntervention } from '../api/sessions.ts'
import { plainText, saidInShort } from '../session/plain-text.ts'
import { plainQuestion } from '../session/question-words.ts'
import type { RunningStep } from '../session/running-steps.ts'
import type { SessionLog, Step } from '../session/session-log.ts'
import { standingOf } from '../session/standing.ts'
import { retrying } from '../session/status-line-picture.ts'
import { stepWords } from '../session/step-words.ts'
import { plural } from '../ui/format.ts'
import type { IconName } from '../ui/icon.tsx'
import { oneLine } from '../ui/one-line.ts'
import { interventionText } from './intervention-rows.ts'
import { stepColour, stepIcon } from './step-icon.ts'

export type TimelineRow = {
  readonly key: string
  readonly icon: IconName
  /** A class for the colour of its kind. */
  readonly colour: string
  readonly title: string
  readonly detail: string
  /** How long it took; or since when it goes on. */
  readonly ms: number | undefined
  readonly since: number | undefined
  /** The step it leads to. */
  readonly path: string | undefined
  readonly look: 'plain' | 'person' | 'now' | 'failed' | 'not-made'
  /** How deep in loops inside loops. */
  readonly depth: number
}

const longest = 240

const shortened = (text: string) => oneLine(text, longest)

export type Told = {
  /** Whom the record names when it names who reads it. */
  readonly reader?: string
  /** What people sent, as the server has it: journals of earlier versions do not tell that it was changed. */
  readonly sent?: readonly Pick<SentIntervention, 'id' | 'body'>[]
}

/** The last so many, oldest first, with what is under way at the end; and how many there are before them. */
export function timelineOf(
  log: SessionLog,
  most: number,
  told: Told = {},
): { readonly rows: readonly TimelineRow[]; readonly earlier: number } {
  const rows: TimelineRow[] = []
  let earlier = 0
  for (let at = log.facts.length - 1; at >= 0; at--) {
    const fact = log.facts[at]
    if (!fact || !isTold(fact, log)) continue
    if (rows.length >= most) earlier += 1
    else rows.push(rowOf(fact, log, told))
  }
  // A question was told when it was asked.
  const running = log.running.all.filter(({ kind }) => kind !== 'loop' && kind !== 'ask').map(runningRow)
  return { rows: [...rows.reverse(), ...running], earlier }
}

/** The row of a step; of one that has none, the last before it. */
export function rowAt(rows: readonly TimelineRow[], step: Step | undefined): TimelineRow | undefined {
  if (!step) return undefined
  return rows.find(({ key }) => key === String(step.seq)) ?? rows.findLast(({ key }) => Number(key) < step.seq)
}

const people: ReadonlySet<string> = new Set(['intervention.applied', 'intervention.rejected', 'question.asked'])

function isTold(fact: FactEvent, log: SessionLog): boolean {
  // That what is left of a plan is less than before is seen at its steps.
  if (fact.type === 'plan.changed') return isOtherPlan(fact, log)
  // What was asked is told, and what was answered.
  if (fact.type === 'step.finished' && fact.data['kind'] === 'ask') return false
  return people.has(fact.type) || fact.type === 'session.ended' || reasonIn(fact) !== undefined || isShown(fact)
}

function isOtherPlan({ seq, data, path = '' }: FactEvent, { plans }: SessionLog): boolean {
  const base = path.slice(0, path.lastIndexOf('/') + 1)
  const own = plans.filter((plan) => plan.path.startsWith(base) && !plan.path.slice(base.length).includes('/'))
  const isFirst = own[0]?.seq === seq
  return isFirst || data['reason'] !== undefined || data['round'] !== undefined || data['edited'] === true
}

function rowOf(fact: FactEvent, log: SessionLog, told: Told): TimelineRow {
  if (people.has(fact.type)) return personRow(fact, log, told)
  if (fact.type === 'session.ended') return endRow(fact)
  const reason = reasonIn(fact)
  if (reason) {
    // A note is no step of its own.
    const plain = { icon: 'arrow', colour: 'k-plan', path: undefined, depth: reason.depth } as const
    return { ...blank(fact), ...plain, title: sentence(reason.what), detail: shortened(reason.why) }
  }
  if (fact.type === 'plan.changed') return planRow(fact)
  const step = log.stepByPath.get(fact.path ?? '')
  return step ? stepRow(fact, step) : { ...blank(fact), title: fact.type }
}

function blank({ seq, path }: FactEvent): TimelineRow {
  const nothing = { title: '', detail: '', ms: undefined, since: undefined, path, depth: 0 }
  return { key: String(seq), icon: 'dot', colour: '', look: 'plain', ...nothing }
}

function planRow(fact: FactEvent): TimelineRow {
  const { said, depth } = finishedStep(fact, fact.seq)
  const { reason, edited } = fact.data
  const steps = stepsIn(fact.data['result'])
  const title = `${edited === true ? 'Plan, as a person changed it' : 'Plan'}, ${plural(steps.length, 'step')}`
  const detail = plainText(typeof reason === 'string' ? reason : said)
  return { ...blank(fact), icon: 'plan', colour: 'k-plan', title, detail: shortened(detail), depth }
}

function stepRow(fact: FactEvent, step: Step): TimelineRow {
  const { name, hasFailed, isWrapUp, ms, depth } = finishedStep(fact, fact.seq)
  const look = isWrapUp ? 'not-made' : hasFailed ? 'failed' : 'plain'
  const state = isWrapUp ? ', not made' : hasFailed ? ', failed' : ''
  return {
    ...blank(fact),
    icon: stepIcon(step),
    colour: stepColour(step),
    title: `${titleOf(name, step.kind)}${state}`,
    detail: shortened(saidInShort(fact)),
    ms,
    depth,
    look,
  }
}

function personRow(fact: FactEvent, log: SessionLog, { reader = '', sent = [] }: Told): TimelineRow {
  const { data, path } = fact
  if (fact.type === 'question.asked') {
    const title = `Asked you: ${shortened(plainQuestion(data))}`
    return { ...blank(fact), icon: 'ask', colour: 'k-human', look: 'person', title, detail: '', path }
  }
  const id = String(data['id'])
  const known = log.interventions.get(id)
  const asSent = known?.data['edited'] === true ? undefined : sent.find((each) => each.id === id)?.body
  const body = (asSent ?? known?.data['body'] ?? {}) as Readonly<Record<string, unknown>>
  const title = shortened(interventionText({ action: String(data['action'] ?? known?.action), body }))
  const named = String(known?.data['by'] ?? '')
  const by = named === reader ? 'you' : named
  const isApplied = fact.type === 'intervention.applied'
  const at = typeof data['at'] === 'string' && data['at'] !== '' ? data['at'] : undefined
  const detail = isApplied
    ? `${by}${at ? `, applied at ${stepWords(at)}` : ''}`
    : `${by}, rejected: ${rejectionReason(String(data['why']))}`
  const look = isApplied ? 'person' : 'failed'
  return { ...blank(fact), icon: 'user', colour: 'k-human', title, detail, look, path: at }
}

function endRow(fact: FactEvent): TimelineRow {
  const { outcome, gap } = fact.data
  const { word, tone } = standingOf('', String(outcome))
  const detail = typeof gap === 'string' ? `Still open: ${shortened(gap)}` : ''
  return {
    ...blank(fact),
    icon: 'flag',
    look: tone === 'bad' ? 'failed' : 'plain',
    title: `Ended: ${word.replace(':', ',')}`,
    detail,
  }
}

function runningRow(step: RunningStep): TimelineRow {
  const { path, name, kind, startedAt, data, text, progress } = step
  const role = typeof data['role'] === 'string' ? data['role'] : null
  const tool = kind === 'tool' ? name : null
  return {
    key: `now ${path}`,
    icon: stepIcon({ kind, role, tool }),
    colour: '',
    title: titleOf(name, kind),
    detail: progress ? progressText(progress) : shortened(text === '' ? (retrying(data) ?? '') : newestOf(text)),
    ms: undefined,
    since: startedAt,
    path: undefined,
    look: 'now',
    depth: path.split('/').length - 1,
  }
}

/** What is being said: its end; of JSON, what it will come to as far as that can be told. */
function newestOf(text: string): string {
  return /^\s*(?:```json\s*)?[{[]/.test(text) ? plainText(text) : text.slice(-longest)
}

/** Tools are called as they are named. */
function titleOf(name: string, kind: string): string {
  return kind === 'tool' ? name : sentence(name)
}

/** Labels of steps are words of a program. */
function sentence(label: string): string {
  const plain = label.replaceAll(/[-_]/g, ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
