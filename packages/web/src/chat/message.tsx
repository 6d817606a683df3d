/** What a person said, and a way to say it otherwise: that begins a branch. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { type StartBody, useStart } from '../api/start.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { onEscape } from '../ui/on-escape.ts'
import { Failure } from '../ui/states.tsx'
import { branchThread } from './branch.ts'
import type { Choice } from './choices.ts'
import type { Turn } from './thread-query.ts'
import { namedBy } from './use-sending.ts'

type MessageProps = {
  readonly turn: Turn
  /** Who would work on a branch. */
  readonly choice: Choice | undefined
  readonly files: readonly string[]
}

export function Message({ turn, choice, files }: MessageProps) {
  const [isEditing, setIsEditing] = useState(false)
  const mayRun = useMay('user')
  if (isEditing && choice) return <EditMessage turn={turn} choice={choice} onClose={() => setIsEditing(false)} />
  return (
    <div className="said">
      <div className="me whitespace-pre-wrap wrap-anywhere">
        <span className="vh">You: </span>
        {turn.goal}
        <Files names={files} />
      </div>
      {mayRun && (
        <Button look="ghost" mini icon="edit" label="Edit this message and branch" onClick={() => setIsEditing(true)} />
      )}
    </div>
  )
}

function Files({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <ul className="files" aria-label="Files">
      {names.map((name, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name.
        <li key={`${place} ${name}`}>
          <Icon name="context" small />
          <span className="trunc">{name}</span>
        </li>
      ))}
    </ul>
  )
}

type EditMessageProps = { readonly turn: Turn; readonly choice: Choice; readonly onClose: () => void }

function EditMessage({ turn, choice, onClose }: EditMessageProps) {
  const [text, setText] = useState(turn.goal)
  // What was said before it is what the session itself was told.
  const { definition } = useSession(turn.id).log.view
  const start = useStart()
  const navigate = useNavigate()
  const branch = async () => {
    if (!definition) return
    const { messages, files } = definition.task
    const told = { messages: messages as unknown as StartBody['messages'], files: files as StartBody['files'] }
    const body = { goal: text.trim(), ...told, ...namedBy(choice), thread: branchThread(turn.id) }
    const { thread } = await start.mutateAsync(body)
    await navigate({ to: '/chat/$thread', params: { thread } })
    onClose()
  }
  return (
    <form
      className="me grid gap-2 w-full"
      onSubmit={(event) => {
        event.preventDefault()
        void branch().catch(() => undefined)
      }}
    >
      <textarea
        className="field"
        aria-label="Message"
        rows={Math.min(8, text.split('\n').length + 1)}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: who pressed Edit wants to write.
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => onEscape(event, onClose)}
      />
      {start.error !== null && <Failure error={start.error} doing="Branching" />}
      <div className="row">
        <span className="sm soft">A new conversation begins with what was said before this. This one stays.</span>
        <span className="sp" />
        <Button mini onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          mini
          look="primary"
          icon="fork"
          busy={start.isPending}
          disabled={text.trim() === '' || !definition}
        >
          Branch as {choice.name}
        </Button>
      </div>
    </form>
  )
}
