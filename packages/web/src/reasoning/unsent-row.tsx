/** Something that has not reached the server: it waits for the connection, or was refused. */
import { useState } from 'react'
import type { LiveSession } from '../session/live-session.ts'
import { type Unsent, unsents } from '../session/unsent.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { canEdit, editableText, interventionText } from './intervention-rows.ts'
import { TakeBack } from './left-over.tsx'
import { QueuedEdit } from './queued-edit.tsx'

export function UnsentRow({ unsent, live }: { readonly unsent: Unsent; readonly live: LiveSession }) {
  const [isEditing, setIsEditing] = useState(false)
  const { key, sent, refused } = unsent
  const session = live.log.id
  const said = { action: sent.action, body: (sent.body ?? {}) as Readonly<Record<string, unknown>> }
  const text = editableText(said)
  const isOpen = !live.log.hasEnded
  return (
    <li>
      <span className={refused === undefined ? 'wait' : 'bad'}>
        <Icon name={refused === undefined ? 'wifi' : 'failed'} />
      </span>
      <div className="min-w-0">
        <div className="m5 wrap-anywhere">{interventionText(said)}</div>
        <div className="st">
          {refused === undefined ? (
            <span className="wait">Waiting for the connection</span>
          ) : (
            <span className="bad wrap-anywhere">Not sent. {refused}</span>
          )}
          <span className="sp" />
          {isOpen && canEdit(said) && (
            <Button look="ghost" mini onClick={() => setIsEditing(true)}>
              Edit
            </Button>
          )}
          {isOpen && refused !== undefined && (
            <Button look="ghost" mini onClick={() => unsents.sendAgain(session, key)}>
              Send again
            </Button>
          )}
          <Button look="ghost" mini onClick={() => unsents.remove(session, key)}>
            {refused === undefined ? 'Withdraw' : 'Discard'}
          </Button>
        </div>
        {refused !== undefined && text !== undefined && (
          <div className="row wrap mt-1.5">
            <TakeBack text={text} />
          </div>
        )}
        {isOpen && isEditing && (
          <QueuedEdit
            sent={said}
            live={live}
            save={async (body) => unsents.edit(session, key, body)}
            onDone={() => setIsEditing(false)}
          />
        )}
      </div>
    </li>
  )
}
