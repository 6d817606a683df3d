/** What happens now, in one line: a word, what it is about, and since when. */
import type { Json, JsonObject } from '@gyre/core'
import { progressText, stepName } from '@gyre/core/view'
import { oneLine } from '../ui/one-line.ts'
import { planChecklist } from './plan-checklist-picture.ts'
import { plainQuestion } from './question-words.ts'
import type { RunningStep } from './running-steps.ts'
import type { SessionLog } from './session-log.ts'
import { standingOf } from './standing.ts'

export type StatusPicture = {
  readonly word: string
  readonly what: string
  /** When it began; null for what lasts no time. */
  readonly since: number | null
  readonly isBusy: boolean
}

const phases: Readonly<Record<string, string>> = {
  running: 'Working',
  planning: 'Planning',
  executing: 'Working',
  evaluating: 'Checking',
  deciding: 'Deciding',
}

/** What a model is asked for, by the name a loop gives the step. */
const purposes: Readonly<Record<string, string>> = {
  plan: 'writing the plan',
  replan: 'writing a new plan',
  think: 'choosing the next action',
  prepare: 'preparing the call',
  answer: 'writing the answer',
  synthesise: 'writing the answer',
  summarise: 'writing the answer',
  write: 'writing a section',
  front: 'writing the summary',
  outline: 'outlining the topics',
  merge: 'merging the findings',
  evaluate: 'judging the result',
  judge: 'judging the answer',
  critic: 'reading the answer as a critic',
  reflect: 'reflecting on the attempt',
  decide: 'deciding what comes next',
}

const mostCharacters = 120

export function statusPicture(log: SessionLog): StatusPicture {
  const said = stillness(log)
  return said === undefined ? work(log) : still(log, said)
}

/** What is said of a session that does nothing now. */
function stillness({ view, hasEnded }: SessionLog): string | undefined {
  if (hasEnded) return view.gap ?? ''
  if (view.status === 'queued') return 'It begins as soon as there is room.'
  if (view.status === 'waiting') return plainQuestion([...view.questions.values()][0] ?? {})
  return view.status === 'paused' ? 'Nothing is done until somebody resumes it.' : undefined
}

function work(log: SessionLog): StatusPicture {
  const { view, running } = log
  const step = newestShown(running.all)
  const goal = doneNow(log)
  const what = goal === undefined ? step && sentence(step) : [goal, step && doing(step)].filter(Boolean).join(': ')
  const word = view.isFinishing ? 'Finishing' : (phases[view.status] ?? 'Working')
  return {
    word: [word, roundOf(log)].filter(Boolean).join(', '),
    what: what ?? '',
    since: step?.startedAt ?? null,
    isBusy: true,
  }
}

function still({ view: { status, outcome } }: SessionLog, what: string): StatusPicture {
  const { word } = standingOf(status, outcome)
  return { word: capitalised(word), what: shortened(what), since: null, isBusy: false }
}

/** By itself it begins like one, unless with the name of a tool. */
function sentence(step: RunningStep): string {
  return step.kind === 'tool' ? doing(step) : capitalised(doing(step))
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `round 2/5` or `wave 1/5`, as the loop counts them. */
function roundOf({ view }: SessionLog): string {
  const { notes } = view.progress
  const { status } = (notes.get('wave') ?? {}) as { readonly status?: Json }
  if (typeof status === 'string') return status
  const { round } = (notes.get('round') ?? {}) as { readonly round?: Json }
  return typeof round === 'string' ? `round ${round}` : ''
}

/** The step of the plan at hand; of several, none by name. */
function doneNow(log: SessionLog): string | undefined {
  const [only, ...others] = planChecklist(log).filter(({ state }) => state === 'now')
  if (only === undefined) return undefined
  return others.length === 0 ? shortened(only.goal.replace(/[.:]$/, '')) : `${others.length + 1} steps side by side`
}

const quiet: ReadonlySet<string> = new Set(['loop', 'note', 'phase', 'now', 'spent', 'random', 'cache', 'plan'])

function newestShown(running: readonly RunningStep[]): RunningStep | undefined {
  return running.findLast(({ kind }) => !quiet.has(kind))
}

/** What a step that runs does, for people who do not know the loop. */
function doing({ path, kind, name, data, progress }: RunningStep): string {
  if (kind === 'tool')
    return shortened([name, argumentText(data), progress && progressText(progress)].filter(Boolean).join(' '))
  if (kind === 'recall') return 'looking up what is remembered'
  if (kind === 'remember') return 'keeping what was learned'
  if (kind === 'embed') return 'comparing texts'
  if (kind === 'ask') return 'asking you'
  const purpose = purposes[stepName(path, data)] ?? name
  return [purpose, retrying(data)].filter(Boolean).join(', ')
}

/** The model was refused or did not answer, and is asked again. */
export function retrying({ attempt, error }: JsonObject): string | undefined {
  if (typeof attempt !== 'number' || attempt < 2) return undefined
  const { message } = (error ?? {}) as { readonly message?: unknown }
  return [`retrying, attempt ${attempt}`, ...(typeof message === 'string' ? [message] : [])].join(': ')
}

/** The first argument says most: what is looked for, read or calculated. */
function argumentText({ input }: JsonObject): string {
  if (typeof input !== 'object' || input === null) return ''
  const [first] = Object.values(input)
  if (first === undefined || first === null) return ''
  return typeof first === 'string' ? first : JSON.stringify(first)
}

function shortened(text: string): string {
  return oneLine(text, mostCharacters)
}
