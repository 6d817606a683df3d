/** Guidance given to a session, with what became of it: to be changed or taken back while it is queued. */
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { useQueued } from '../api/sessions.ts'
import type { LiveSession } from '../session/live-session.ts'
import { useInterventions } from '../session/use-interventions.ts'
import { Tag, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { onEscape } from '../ui/on-escape.ts'
import { type SteeringRow, steeringRows, tooLate } from './steering-picture.ts'

type SteeringProps = {
  readonly live: LiveSession
  /** Says what came too late as the next message; undefined where it cannot be. */
  readonly onSendNow: ((text: string) => void) | undefined
}

export function Steering({ live, onSendNow }: SteeringProps) {
  const { log } = live
  const rows = steeringRows(useInterventions(log), log)
  if (rows.length === 0) return null
  const late = tooLate(rows)
  return (
    <>
      <ul className="steering" aria-label="What you told it">
        {rows.map((row) => (
          <Row key={row.id} row={row} session={log.id} />
        ))}
      </ul>
      {onSendNow && late !== undefined && <SendNow text={late} onSend={onSendNow} />}
    </>
  )
}

function SendNow({ text, onSend }: { readonly text: string; readonly onSend: (text: string) => void }) {
  const mayRun = useMay('user')
  return (
    <div className="note items-center">
      <Icon name="clock" />
      <p className="grow">It ended before it could take this in.</p>
      <Button mini look="primary" icon="up" disabled={!mayRun} onClick={() => onSend(text)}>
        Send it now
      </Button>
    </div>
  )
}

const looks: Readonly<Record<SteeringRow['state'], { readonly tone: Tone; readonly icon: IconName }>> = {
  queued: { tone: 'hold', icon: 'clock' },
  applied: { tone: 'ok', icon: 'check' },
  rejected: { tone: 'bad', icon: 'x' },
  withdrawn: { tone: 'idle', icon: 'x' },
}

const icons: Readonly<Record<string, IconName>> = {
  finish: 'flag',
  abort: 'stop',
  context: 'context',
  plan: 'plan',
  override: 'override',
  answer: 'chat',
  approve: 'check',
  reject: 'x',
}

function Row({ row, session }: { readonly row: SteeringRow; readonly session: string }) {
  const [isEditing, setIsEditing] = useState(false)
  const { edit, withdraw } = useQueued(session, row.id)
  const { tone, icon } = looks[row.state]
  if (isEditing && row.canEdit)
    return <EditRow row={row} onSave={(text) => edit.mutate({ text })} onClose={() => setIsEditing(false)} />
  return (
    <li className={row.state}>
      <Icon name={icons[row.action] ?? 'steer'} small />
      <span className="min-w-0 wrap-anywhere">{row.text}</span>
      <Tag tone={tone} icon={icon}>
        {row.fate}
      </Tag>
      {row.state === 'queued' && (
        <span className="row">
          {row.canEdit && <Button look="ghost" mini icon="edit" label="Edit" onClick={() => setIsEditing(true)} />}
          <Button
            look="ghost"
            mini
            icon="x"
            label="Withdraw"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          />
        </span>
      )}
    </li>
  )
}

type EditRowProps = { readonly row: SteeringRow; readonly onSave: (text: string) => void; readonly onClose: () => void }

function EditRow({ row, onSave, onClose }: EditRowProps) {
  const [text, setText] = useState(row.text)
  return (
    <li>
      <form
        className="row w-full"
        onSubmit={(event) => {
          event.preventDefault()
          onSave(text)
          onClose()
        }}
      >
        <input
          className="field grow"
          aria-label="Guidance"
          value={text}
          // biome-ignore lint/a11y/noAutofocus: who pressed Edit wants to write.
          autoFocus
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => onEscape(event, onClose)}
        />
        <Button type="submit" mini disabled={text.trim() === ''}>
          Save
        </Button>
        <Button look="ghost" mini onClick={onClose}>
          Cancel
        </Button>
      </form>
    </li>
  )
}
