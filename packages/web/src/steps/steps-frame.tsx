/** The top bar over the steps: how the session stands, whether it is whole, and what can be done with it. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay } from '../api/me.ts'
import { AsOf } from '../session/as-of.tsx'
import type { LiveSession } from '../session/live-session.ts'
import type { SessionLog, Step } from '../session/session-log.ts'
import { SessionViews } from '../session/session-views.tsx'
import { StandingBadge } from '../session/standing-badge.tsx'
import { VerifyBadge } from '../session/verify-badge.tsx'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { oneLine } from '../ui/one-line.ts'
import { ExportMenu } from './export-menu.tsx'
import { ReplayCheck } from './replay-check.tsx'
import { ReplayMenu } from './replay-menu.tsx'

type StepsFrameProps = {
  readonly live: LiveSession
  /** As it is shown, which may be as it was. */
  readonly log: SessionLog
  /** The step that is looked at, when it is over. */
  readonly step: Step | undefined
  readonly onFork: (step: Step, isRerun: boolean) => void
  readonly onWatch: () => void
  readonly children: ReactNode
}

const longestTitle = 48

export function StepsFrame({ live, log, step, onFork, onWatch, children }: StepsFrameProps) {
  const { log: newest } = live
  const [isChecking, setIsChecking] = useState(false)
  const title = oneLine(newest.view.definition?.task.goal ?? '', longestTitle)
  const others = (
    <span className="row">
      <Link className="btn" to="/compare" search={{ a: newest.id }}>
        <Icon name="compare" />
        <span className="bar-word">Compare</span>
        <span className="vh"> with another session</span>
      </Link>
      <ExportMenu log={newest} />
      <ReplayMenu onWatch={onWatch} onCheck={() => setIsChecking(true)} />
    </span>
  )
  return (
    <Page
      title={title || 'Steps'}
      badges={<Badges live={live} log={log} />}
      views={<SessionViews session={newest.id} thread={newest.view.definition?.thread} current="steps" />}
      actions={
        <>
          <span className="desk">{others}</span>
          <ForkButton step={step} onFork={onFork} />
        </>
      }
    >
      {children}
      <div className="only-phone">{others}</div>
      <ReplayCheck session={newest.id} open={isChecking} onOpenChange={setIsChecking} />
    </Page>
  )
}

function Badges({ live, log }: Pick<StepsFrameProps, 'live' | 'log'>) {
  const { connection } = live
  const { status, outcome } = log.view
  return (
    <>
      {log.facts.length > 0 && (
        <StandingBadge status={status} outcome={outcome} isPast={log !== live.log || connection.state === 'cut'} />
      )}
      <AsOf live={live} />
      {live.log.hasEnded && <VerifyBadge session={live.log.id} rows={live.log.facts.length} />}
    </>
  )
}

function ForkButton({ step, onFork }: Pick<StepsFrameProps, 'step' | 'onFork'>) {
  const may = useMay('user')
  if (!step) return null
  const name = step.path.slice(step.path.lastIndexOf('/') + 1)
  return (
    <Button
      look="primary"
      icon="fork"
      disabled={!may}
      title={may ? undefined : 'Your role may look, and not start sessions.'}
      onClick={() => onFork(step, false)}
    >
      <span className="phone-vh">
        Fork<span className="bar-word"> from {name}</span>
      </span>
    </Button>
  )
}
