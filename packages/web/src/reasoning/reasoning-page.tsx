/** How a session reasons: its goal, the view of its family, its course, its result; and the hands on it. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { inboxQuery } from '../api/sessions.ts'
import { TurnEnd } from '../chat/turn-end.tsx'
import { familyView } from '../families/family-views.tsx'
import { AsOf } from '../session/as-of.tsx'
import { BudgetMeter } from '../session/budget-meter.tsx'
import { ConnectionNote } from '../session/connection-note.tsx'
import { isUnknown, type LiveSession } from '../session/live-session.ts'
import { SessionViews } from '../session/session-views.tsx'
import { StandingBadge } from '../session/standing-badge.tsx'
import { type Controls, useControls } from '../session/use-controls.ts'
import { useFreshLists } from '../session/use-fresh-lists.ts'
import { useSession } from '../session/use-session.ts'
import { VerifyBadge } from '../session/verify-badge.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/format.ts'
import { oneLine } from '../ui/one-line.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { AfterEnd } from './after-end.tsx'
import { AlsoWatching } from './also-watching.tsx'
import { runningBranches } from './branches.ts'
import { Breakpoints } from './breakpoints.tsx'
import { focusOn } from './focus-on.ts'
import { GoalLine } from './goal-line.tsx'
import { ControlDialogs, IntervenePanel } from './intervene-panel.tsx'
import { InterventionList } from './intervention-list.tsx'
import { MemoryCard } from './memory-card.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { QuestionCards } from './question-card.tsx'
import { ResultCard } from './result-card.tsx'
import { ScoreTrendCard } from './score-trend-card.tsx'
import { Timeline } from './timeline.tsx'
import { useReasoningKeys } from './use-reasoning-keys.ts'

const longestTitle = 60

export function ReasoningPage() {
  const { session } = useParams({ from: '/sessions/$session' })
  const live = useSession(session)
  const { definition } = live.log.view
  if (isUnknown(live)) return <NotFound />
  if (definition) return <Reasoning key={session} live={live} />
  return (
    <Page title="Session">
      {live.connection.state === 'refused' ? (
        <Failure error={live.connection.error} doing="Watching the session" onRetry={live.reconnect} />
      ) : (
        <Skeleton lines={6} label="Loading the session" />
      )}
    </Page>
  )
}

function Reasoning({ live }: { readonly live: LiveSession }) {
  const { log } = live
  const { definition } = log.view
  const controls = useControls(live)
  useReasoningKeys(controls)
  useFreshLists(live)
  const isInterrupted = useIsInterrupted(live)
  return (
    <Page
      title={oneLine(definition?.task.goal ?? '', longestTitle)}
      badges={<Badges live={live} isInterrupted={isInterrupted} />}
      views={
        <>
          <AlsoWatching session={log.id} />
          <SessionViews session={log.id} thread={definition?.thread} current="reasoning" />
        </>
      }
    >
      <GoalLine live={live} />
      <ConnectionNote live={live} />
      <TurnEnd live={live} isInterrupted={isInterrupted} />
      <div className="split">
        <Content live={live} controls={controls} />
        <aside className="rail" aria-label="Steering">
          <QuestionCards live={live} />
          <Intervening controls={controls} />
          <InterventionList live={live} />
          <Breakpoints breakpoints={definition?.breakpoints ?? []} />
          <Card title="Budget">
            <BudgetMeter live={live} />
          </Card>
        </aside>
      </div>
      <ControlDialogs controls={controls} />
      <PhoneBar controls={controls} />
    </Page>
  )
}

/** Goes when the session has ended; but not from under who is just writing something in it. */
function Intervening({ controls }: { readonly controls: Controls }) {
  const [hasFocus, setHasFocus] = useState(false)
  const { log } = controls.live
  // Who writes stays; a button that is gone gives the focus to what came of it.
  const isWriting = hasFocus && document.activeElement?.matches('textarea, input, select') === true
  const leaves = log.hasEnded && hasFocus && !isWriting
  useEffect(() => {
    if (leaves) focusOn('result')
  }, [leaves])
  if (log.hasEnded && !isWriting) return <AfterEnd log={log} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus is that of the fields in it.
    <div id="intervene" className="only-wide" onFocus={() => setHasFocus(true)} onBlur={() => setHasFocus(false)}>
      <IntervenePanel controls={controls} />
    </div>
  )
}

function Content({ live, controls }: { readonly live: LiveSession; readonly controls: Controls }) {
  const loop = live.log.view.definition?.loop ?? ''
  const Family = familyView(loop)
  return (
    <div className={`stack gap-4 ${live.connection.state === 'cut' ? 'stale' : ''}`}>
      <div id="family">
        <Suspense fallback={<Skeleton lines={5} room={240} />}>
          <Family live={live} loop={loop} base="" />
        </Suspense>
      </div>
      <div className="cols course">
        <Timeline live={live} />
        <div className="stack gap-4">
          <ScoreTrendCard live={live} />
          <ResultCard live={live} controls={controls} />
          <MemoryCard live={live} />
        </div>
      </div>
    </div>
  )
}

function Badges({ live, isInterrupted }: { readonly live: LiveSession; readonly isInterrupted: boolean }) {
  const { view } = live.log
  const asked = view.questions.size
  const branches = live.log.hasEnded ? 0 : runningBranches(live.log).length
  return (
    <>
      {asked > 0 && (
        <Badge tone="wait" icon="ask">
          <span>
            {plural(asked, 'question')}
            <span className="desk"> for you</span>
          </span>
        </Badge>
      )}
      {/* That it waits is said by the question. */}
      {(asked === 0 || view.status !== 'waiting') && (
        <span role="status">
          <StandingBadge
            status={isInterrupted ? 'interrupted' : view.status}
            outcome={view.outcome}
            isPast={live.connection.state === 'cut'}
          />
        </span>
      )}
      <AsOf live={live} />
      {branches > 1 && <Badge tone="acc">{branches} branches</Badge>}
      {live.log.hasEnded && <VerifyBadge session={live.log.id} rows={live.log.facts.length} />}
    </>
  )
}

/** The server sees that nobody works on it any more: the session itself cannot tell. */
function useIsInterrupted({ log }: LiveSession): boolean {
  const { data = [] } = useQuery(inboxQuery)
  return !log.hasEnded && data.some(({ session, kind }) => session === log.id && kind === 'interrupted')
}
