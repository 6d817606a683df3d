/** What was sent to a session, and what became of each. Nothing disappears. */
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMay, useMe } from '../api/me.ts'
import { useQueued } from '../api/sessions.ts'
import { onEscape } from '../chat/on-escape.ts'
import type { LiveSession } from '../session/live-session.ts'
import { useInterventions } from '../session/use-interventions.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { moment } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { type Effect, effectsOf } from './intervention-effect.ts'
import {
  editableText,
  editedBody,
  type InterventionRow,
  type InterventionState,
  interventionRows,
  interventionText,
} from './intervention-rows.ts'

export function InterventionList({ live }: { readonly live: LiveSession }) {
  const { log } = live
  const rows = interventionRows(log, useInterventions(log))
  if (rows.length === 0) return null
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log is one that grows; its last fact tells that it did.
  const effects = useMemo(() => effectsOf(log, row), [log, seq, row.id, row.state])
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
        {isQueued && isEditing && <EditForm row={row} live={live} onDone={() => setIsEditing(false)} />}
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
    return <span className="bad wrap-anywhere">Rejected: {row.why ?? 'no reason given'}</span>
  return (
    <span>
      Applied
      {row.appliedAt !== undefined && (
        <>
          {' at '}
          <Link to="/sessions/$session/steps" params={{ session }} search={{ step: row.appliedAt }}>
            <code>{row.appliedAt}</code>
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
      {editableText(row) !== undefined && (
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

type EditFormProps = { readonly row: InterventionRow; readonly live: LiveSession; readonly onDone: () => void }

function EditForm({ row, live, onDone }: EditFormProps) {
  const [text, setText] = useState(editableText(row) ?? '')
  const body = editedBody(row, text)
  const { edit } = useQueued(live.log.id, row.id)
  return (
    <div className="grid gap-1.5 mt-1.5">
      <textarea
        className="field"
        rows={3}
        value={text}
        aria-label="What it shall say"
        // biome-ignore lint/a11y/noAutofocus: who pressed Edit wants to write.
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => onEscape(event, onDone)}
      />
      {typeof body === 'string' && <p className="xs bad">{body}</p>}
      <div className="row justify-end">
        <Button mini onClick={onDone}>
          Leave it
        </Button>
        <Button
          mini
          look="primary"
          disabled={typeof body === 'string'}
          busy={edit.isPending}
          onClick={() => edit.mutate(typeof body === 'string' ? row.body : body.body, { onSuccess: onDone })}
        >
          Save
        </Button>
      </div>
    </div>
  )
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
