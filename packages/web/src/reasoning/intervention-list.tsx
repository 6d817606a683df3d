/** What was sent to a session, and what became of each. Nothing disappears. */
import { rejectionReason } from '@gyre/core/view'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMay, useMe } from '../api/me.ts'
import { useQueued } from '../api/sessions.ts'
import type { LiveSession } from '../session/live-session.ts'
import { stepWords } from '../session/step-words.ts'
import { useInterventions } from '../session/use-interventions.ts'
import { useUnsent } from '../session/use-unsent.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { moment } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { type Effect, effectsOf } from './intervention-effect.ts'
import {
  canEdit,
  type InterventionRow,
  type InterventionState,
  interventionRows,
  interventionText,
} from './intervention-rows.ts'
import { QueuedEdit } from './queued-edit.tsx'
import { UnsentRow } from './unsent-row.tsx'

export function InterventionList({ live }: { readonly live: LiveSession }) {
  const { log } = live
  const rows = interventionRows(log, useInterventions(log))
  const unsent = useUnsent(log.id)
  if (rows.length + unsent.length === 0) return null
  const queued = rows.filter(({ state }) => state === 'queued').length
  return (
    <Card
      title="Queued and applied"
      flush
      actions={
        queued > 0 && (
          <Badge square tone="wait">
            {queued} queued
          </Badge>
        )
      }
    >
      <ul className="itv">
        {unsent.toReversed().map((each) => (
          <UnsentRow key={each.key} unsent={each} live={live} />
        ))}
        {rows.map((row) => (
          <Row key={row.id} row={row} live={live} />
        ))}
      </ul>
    </Card>
  )
}

type Look = { readonly icon: IconName; readonly tone: string }

const looks: Readonly<Record<InterventionState, Look>> = {
  queued: { icon: 'clock', tone: 'wait' },
  applied: { icon: 'done', tone: 'ok' },
  rejected: { icon: 'failed', tone: 'bad' },
  withdrawn: { icon: 'x', tone: 'muted' },
}

function Row({ row, live }: { readonly row: InterventionRow; readonly live: LiveSession }) {
  const [isEditing, setIsEditing] = useState(false)
  const { icon, tone } = looks[row.state]
  const isQueued = row.state === 'queued' && !live.log.hasEnded
  const { log } = live
  const { seq } = log.view
  const { name } = useMe()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log is one that grows; its last fact tells that it did.
  const effects = useMemo(() => effectsOf(log, row, name), [log, seq, row.id, row.state, name])
  return (
    <li>
      <span className={tone}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0">
        <div className="m5 wrap-anywhere" title={moment(row.at)}>
          {interventionText(row)}
        </div>
        <div className="st">
          <Standing row={row} session={live.log.id} />
          {isQueued && <Changing row={row} live={live} onEdit={() => setIsEditing(true)} />}
        </div>
        {isQueued && isEditing && <EditQueued row={row} live={live} onDone={() => setIsEditing(false)} />}
        <Effects effects={effects} session={log.id} />
      </div>
    </li>
  )
}

function Standing({ row, session }: { readonly row: InterventionRow; readonly session: string }) {
  const { name } = useMe()
  const by = row.by === name || row.by === '' ? 'you' : row.by
  if (row.state === 'queued') return <span className="wait">Queued by {by}</span>
  if (row.state === 'withdrawn') return <span>Withdrawn</span>
  if (row.state === 'rejected')
    return (
      <span className="bad wrap-anywhere">
        Rejected: {row.why === undefined ? 'no reason given' : rejectionReason(row.why)}
      </span>
    )
  return (
    <span>
      Applied
      {row.appliedAt !== undefined && (
        <>
          {' at '}
          <Link to="/sessions/$session/steps" params={{ session }} search={{ step: row.appliedAt }}>
            <span title={row.appliedAt}>{stepWords(row.appliedAt)}</span>
          </Link>
        </>
      )}
      , by {by}
    </span>
  )
}

type ChangingProps = { readonly row: InterventionRow; readonly live: LiveSession; readonly onEdit: () => void }

function Changing({ row, live, onEdit }: ChangingProps) {
  const may = useMay('user')
  const { withdraw } = useQueued(live.log.id, row.id)
  return (
    <>
      <span className="sp" />
      {canEdit(row) && (
        <Button look="ghost" mini disabled={!may} onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button look="ghost" mini disabled={!may} busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Withdraw
      </Button>
    </>
  )
}

type EditQueuedProps = { readonly row: InterventionRow; readonly live: LiveSession; readonly onDone: () => void }

function EditQueued({ row, live, onDone }: EditQueuedProps) {
  const { edit } = useQueued(live.log.id, row.id)
  const save = (body: unknown) => edit.mutateAsync(body as Parameters<typeof edit.mutateAsync>[0])
  return <QueuedEdit sent={row} live={live} save={save} onDone={onDone} />
}

function Effects({ effects, session }: { readonly effects: readonly Effect[]; readonly session: string }) {
  if (effects.length === 0) return null
  return (
    <div className="eff wrap-anywhere">
      Effect:{' '}
      {effects.map(({ text, path }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: effects only grow in number.
        <span key={index}>
          {index > 0 && '; '}
          {path === undefined ? (
            text
          ) : (
            <Link to="/sessions/$session/steps" params={{ session }} search={{ step: path }}>
              {text}
            </Link>
          )}
        </span>
      ))}
    </div>
  )
}
