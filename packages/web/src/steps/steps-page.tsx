/** A session step by step: as it ran, what each step was sent and gave, and the way back to any of them. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { ControlDialogs } from '../reasoning/intervene-panel.tsx'
import { PhoneBar } from '../reasoning/phone-bar.tsx'
import { ConnectionNote } from '../session/connection-note.tsx'
import { isUnknown, type LiveSession } from '../session/live-session.ts'
import type { SessionLog, Step } from '../session/session-log.ts'
import { useControls } from '../session/use-controls.ts'
import { useFreshLists } from '../session/use-fresh-lists.ts'
import { useSession } from '../session/use-session.ts'
import { NotFound } from '../shell/not-found.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { Skeleton } from '../ui/states.tsx'
import { ForkDialog } from './fork-dialog.tsx'
import { type ForkPoint, forkPoint } from './fork-point.ts'
import { GoalLine } from './goal-line.tsx'
import { Inspector } from './inspector/inspector.tsx'
import { ReplayBar } from './replay-bar.tsx'
import { neighbour } from './step-rows.ts'
import { type Looking, StepsCard } from './steps-card.tsx'
import { StepsFrame } from './steps-frame.tsx'
import { useReplay } from './use-replay.ts'
import { useStepRows } from './use-step-rows.ts'
import { useTicking } from './use-ticking.ts'

const from = '/sessions/$session/steps' as const

export function StepsPage() {
  const { session } = useParams({ from })
  const live = useSession(session)
  if (isUnknown(live)) return <NotFound />
  return <Steps key={session} live={live} />
}

function Steps({ live }: { readonly live: LiveSession }) {
  const { log: newest, connection } = live
  const replay = useReplay(newest)
  useFreshLists(live)
  const [point, setPoint] = useState<ForkPoint | null>(null)
  const log = replay.log ?? newest
  const isPast = replay.log !== null || connection.state === 'cut'
  const fork = (step: Step, isRerun: boolean) => setPoint(forkPoint(newest, step, isRerun))
  const navigate = useNavigate({ from })
  const { step = firstStep(log), fork: isForked } = useSearch({ from })
  const chosen = newest.stepByPath.get(step ?? '')
  // Who comes with a wish to fork is asked for the rest at once.
  const asked = point ?? (isForked !== undefined && chosen ? forkPoint(newest, chosen, false) : null)
  const leave = () => {
    setPoint(null)
    if (isForked !== undefined) void navigate({ search: ({ fork: _, ...rest }) => rest, replace: true })
  }
  return (
    <StepsFrame live={live} log={log} step={chosen} onFork={fork} onWatch={replay.begin}>
      <GoalLine log={log} />
      {replay.log && <ReplayBar replay={replay} />}
      <ConnectionNote live={live} />
      {log.facts.length > 0 ? (
        <Looked key={replay.log ? 'then' : 'now'} log={log} isPast={isPast} onFork={fork} />
      ) : (
        connection.state !== 'refused' && <Skeleton lines={12} label="Loading steps" />
      )}
      <ForkDialog log={newest} point={asked} onClose={leave} />
      <Hands live={live} />
    </StepsFrame>
  )
}

/** On a phone what runs can be paused, steered and ended from here as well. */
function Hands({ live }: { readonly live: LiveSession }) {
  const controls = useControls(live)
  if (live.log.hasEnded) return null
  return (
    <>
      <ControlDialogs controls={controls} />
      <PhoneBar controls={controls} />
    </>
  )
}

/** What is told of a session before anybody has chosen a step: the first that asked a model. */
function firstStep({ steps }: SessionLog): string | undefined {
  return (steps.find(({ kind }) => kind === 'generate') ?? steps[0])?.path
}

type LookedProps = {
  readonly log: SessionLog
  /** It is shown as it was. */
  readonly isPast: boolean
  readonly onFork: (step: Step, isRerun: boolean) => void
}

function Looked({ log, isPast, onFork }: LookedProps) {
  const isGrowing = !log.hasEnded && !isPast
  const { step, filter = '', view = firstView() } = useSearch({ from })
  const navigate = useNavigate({ from })
  const look = useCallback(
    (change: Looking) =>
      void navigate({ search: (before) => written({ ...before, ...change }), replace: true, resetScroll: false }),
    [navigate],
  )
  const steps = useStepRows(log, filter)
  const selected = step ?? firstStep(log)
  const node = selected === undefined ? undefined : steps.tree.at(selected)
  // The rows are drawn first, and a step is marked at once when it is chosen: what is told of it follows in pieces.
  const inspected = useDeferredValue(node ?? null, null)
  const inspector = useRef<HTMLElement>(null)
  const select = (path: string) => look({ step: path })
  const move = (by: 1 | -1) => {
    const next = neighbour(steps.rows, selected, by)
    if (next) select(next.node.path)
  }
  const open = () => inspector.current?.focus()
  useShortcuts({
    j: { does: 'Next step', run: () => move(1) },
    k: { does: 'Previous step', run: () => move(-1) },
    f: { does: 'Fork here', run: () => node?.step && onFork(node.step, false) },
  })
  const now = useTicking(isGrowing && log.running.size > 0)
  const shown = { steps, selected, isLive: isGrowing, now, onSelect: select, onOpen: open }
  return (
    <div className={`cols steps-cols ${step === undefined ? '' : 'has-chosen'} ${isPast ? 'stale' : ''}`}>
      <StepsCard {...shown} view={view} filter={filter} onLook={look} />
      <Inspector
        log={log}
        node={inspected ?? undefined}
        onSelect={select}
        onMove={move}
        onFork={onFork}
        onClose={() => look({ step: undefined })}
        focusRef={inspector}
      />
    </div>
  )
}

/** On a phone the list comes first. */
function firstView(): 'table' | 'waterfall' {
  return matchMedia('(max-width: 760px)').matches ? 'table' : 'waterfall'
}

/** What says nothing is left out of the address. */
function written({ step, filter, view }: Looking): { step?: string; filter?: string; view?: string } {
  return {
    ...(step !== undefined && { step }),
    ...(filter !== undefined && filter !== '' && { filter }),
    ...(view !== undefined && view !== firstView() && { view }),
  }
}
