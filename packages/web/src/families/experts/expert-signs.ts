/** Signs of the experts' page: one for each field, and for each state of an answer. */
import type { Tone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { ExpertTask, TaskState } from './expert-tasks.ts'
import { type Kept, type MatrixRow, weightOf } from './experts-matrix.ts'

const fields: ReadonlyMap<string, IconName> = new Map([
  ['general', 'think'],
  ['research', 'globe'],
  ['math', 'calculator'],
  ['code', 'prompt'],
  ['data', 'chart'],
  ['writing', 'edit'],
  ['knowledge', 'book'],
])

export function fieldIcon(category: string): IconName {
  return fields.get(category) ?? 'user'
}

type Sign = { readonly word: string; readonly tone: Tone; readonly icon: IconName }

export const keptSigns: Readonly<Record<Kept, Sign>> = {
  agree: { word: 'agree', tone: 'ok', icon: 'check' },
  kept: { word: 'kept', tone: 'ok', icon: 'check' },
  contradiction: { word: 'contradiction kept', tone: 'bad', icon: 'alert' },
  open: { word: 'gap open', tone: 'wait', icon: 'half' },
  'under way': { word: 'under way', tone: 'acc', icon: 'gyre' },
  'not asked': { word: 'not asked any more', tone: 'idle', icon: 'x' },
}

export const stateSigns: Readonly<Record<Exclude<TaskState, 'answered'>, Sign>> = {
  nothing: { word: 'gave nothing', tone: 'bad', icon: 'failed' },
  running: { word: 'at work', tone: 'acc', icon: 'gyre' },
  waiting: { word: 'waits its turn', tone: 'idle', icon: 'clock' },
  left: { word: 'not begun', tone: 'idle', icon: 'x' },
}

/** How many of three pips, and in which tint. */
export const sureness = {
  high: { pips: 3, tone: 'ok' },
  medium: { pips: 2, tone: 'soft' },
  low: { pips: 1, tone: 'wait' },
} as const

/** What the merger had to go by, in the order in which it counts: `task 2, primary; task 1, background`. */
export function standingText({ standing }: Pick<MatrixRow, 'standing'>): string {
  return standing.map((task) => `task ${task.id}, ${weightOf(task)}`).join('; ')
}

export function kindText({ kind }: Pick<ExpertTask, 'kind'>): string {
  return kind === 'graph' ? 'documents' : kind
}
