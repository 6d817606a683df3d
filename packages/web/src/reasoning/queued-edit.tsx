/** Changing what was sent and is not applied yet: by the form it was written in. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { LiveSession } from '../session/live-session.ts'
import { Button } from '../ui/button.tsx'
import { onEscape } from '../ui/on-escape.ts'
import { EditPlanDialog, type QueuedPlan } from './edit-plan.tsx'
import { editableText, type InterventionRow } from './intervention-rows.ts'
import { OverrideFields } from './override-form.tsx'

type QueuedEditProps = {
  readonly sent: Pick<InterventionRow, 'action' | 'body'>
  readonly live: LiveSession
  readonly save: (body: unknown) => Promise<unknown>
  readonly onDone: () => void
}

export function QueuedEdit({ sent, live, save, onDone }: QueuedEditProps) {
  const { action, body } = sent
  const saving = useMutation({ mutationFn: save, onSuccess: onDone })
  if (action === 'plan') {
    const queued: QueuedPlan = { steps: body['steps'] as QueuedPlan['steps'], save }
    return <EditPlanDialog live={live} queued={queued} isOpen onOpenChange={onDone} />
  }
  if (action === 'override') {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the key is that of the fields in it.
      <div className="grid gap-1.5 mt-1.5" onKeyDown={(event) => onEscape(event, onDone)}>
        <OverrideFields
          live={live}
          first={body}
          act="Save"
          isSending={saving.isPending}
          onSend={(changed) => saving.mutate(changed)}
        />
        <Button mini className="justify-self-end" onClick={onDone}>
          Leave it
        </Button>
      </div>
    )
  }
  const onSave = (text: string) => saving.mutate({ ...body, text })
  return <TextEdit first={editableText(sent) ?? ''} isSaving={saving.isPending} onSave={onSave} onDone={onDone} />
}

type TextEditProps = {
  readonly first: string
  readonly isSaving: boolean
  readonly onSave: (text: string) => void
  readonly onDone: () => void
}

function TextEdit({ first, isSaving, onSave, onDone }: TextEditProps) {
  const [text, setText] = useState(first)
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
      <div className="row justify-end">
        <Button mini onClick={onDone}>
          Leave it
        </Button>
        <Button mini look="primary" disabled={text.trim() === ''} busy={isSaving} onClick={() => onSave(text)}>
          Save
        </Button>
      </div>
    </div>
  )
}
