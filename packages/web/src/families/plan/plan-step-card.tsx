/** A step of a plan: what it is for, by what means, and how it stands. */
import { toolIcon } from '../../reasoning/step-icon.ts'
import { Clock } from '../../session/clock.tsx'
import { Badge } from '../../ui/badge.tsx'
import { duration } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { DrawnStep, PlanStepState } from './plan-picture.ts'

type Look = { readonly word: string; readonly icon: IconName; readonly tone: string; readonly card: string }

const looks: Readonly<Record<PlanStepState, Look>> = {
  done: { word: 'done', icon: 'check', tone: 'ok', card: 'done' },
  failed: { word: 'failed', icon: 'failed', tone: 'bad', card: 'done' },
  running: { word: 'running', icon: 'gyre', tone: 'acc', card: 'now' },
  held: { word: 'paused', icon: 'pause', tone: 'hold', card: 'now' },
  asks: { word: 'waits for you', icon: 'ask', tone: 'wait', card: 'ask' },
  next: { word: 'next', icon: 'ring', tone: '', card: 'todo-s' },
  later: { word: 'later', icon: 'ring', tone: '', card: 'todo-s' },
  skipped: { word: 'not made', icon: 'x', tone: 'muted', card: 'todo-s given-up' },
}

/** What a judge said of it counts for more than that it is over. */
const byQuality: Readonly<Record<string, Pick<Look, 'word' | 'icon' | 'tone'>>> = {
  good: { word: 'good', icon: 'check', tone: 'ok' },
  partial: { word: 'partial', icon: 'half', tone: 'wait' },
  failed: { word: 'failed', icon: 'failed', tone: 'bad' },
}

export function lookOf({ state, quality }: Pick<DrawnStep, 'state' | 'quality'>): Look {
  const look = looks[state]
  const judged = state === 'done' || state === 'failed' ? byQuality[quality ?? ''] : undefined
  return { ...look, ...judged }
}

export type StepCardProps = {
  readonly step: DrawnStep
  /** The version that is shown: what came with it is marked. */
  readonly version: number
  readonly isLit: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
  /** Lights what it needs and what needs it. */
  readonly onLight: (isLit: boolean) => void
}

export function PlanStepCard({ step, version, isLit, isChosen, onChoose, onLight }: StepCardProps) {
  const { id, goal, tool, since } = step
  const { card } = lookOf(step)
  return (
    <button
      type="button"
      className={`ps ${card} ${isLit ? 'lit' : ''}`}
      aria-expanded={isChosen}
      onClick={onChoose}
      onFocus={() => onLight(true)}
      onBlur={() => onLight(false)}
      onPointerEnter={() => onLight(true)}
      onPointerLeave={() => onLight(false)}
    >
      <span className="h">
        <code>{id}</code>
        {tool !== undefined && (
          <>
            <Icon name={toolIcon(tool)} small />
            <span className="trunc">{tool}</span>
          </>
        )}
        {since === version && version > 1 && (
          <span className="ml-auto">
            <Badge square tone="hold">
              new in v{version}
            </Badge>
          </span>
        )}
      </span>
      <span className="g">{goal}</span>
      <Foot step={step} />
    </button>
  )
}

function Foot({ step }: { readonly step: DrawnStep }) {
  const { state, ms, startedAt, score, needs } = step
  const { word, icon, tone } = lookOf(step)
  const isOpen = state === 'next' || state === 'later'
  return (
    <span className="f">
      <span className={tone}>
        <Icon name={icon} small spins={state === 'running'} />
      </span>
      <span className={state === 'asks' ? 'wait' : ''}>{isOpen && needs.length > 0 ? '' : word}</span>
      {ms !== undefined && <span className="num">{duration(ms)}</span>}
      {ms === undefined && startedAt !== undefined && state !== 'held' && <Clock since={startedAt} />}
      {needs.length > 0 && state !== 'done' && state !== 'failed' && <span>needs {needs.join(' ')}</span>}
      {score !== undefined && (
        <span className="sc">
          <span className="vh">score </span>
          {score.toFixed(1)}
        </span>
      )}
    </span>
  )
}
