/** Where a conversation branched off, and what was said before. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LiveSession } from '../session/live-session.ts'
import { plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { branchOrigin } from './branch.ts'
import { sessionThreadQuery } from './thread-query.ts'

type BranchedFromProps = {
  readonly thread: string
  /** The first session of it, where its facts are known. */
  readonly first: LiveSession | undefined
}

type Part = { readonly type: string; readonly text?: string }

export function BranchedFrom({ thread, first }: BranchedFromProps) {
  const origin = branchOrigin(thread)
  if (origin === undefined) return null
  const messages = first?.log.view.definition?.task.messages ?? []
  return (
    <div className="note">
      <Icon name="fork" />
      <div className="grid gap-2 min-w-0">
        <p>
          Branched from <OriginLink session={origin} />.
        </p>
        {messages.length > 0 && (
          <details>
            <summary>{plural(messages.length, 'message')} said before</summary>
            <ul className="grid gap-2 mt-2">
              {messages.map(({ role, parts }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
                <li key={place} className="wrap-anywhere whitespace-pre-wrap">
                  <b>{role === 'user' ? 'You' : 'Answer'}:</b> {textIn(parts as readonly Part[])}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  )
}

/** Back to the conversation it left, as soon as it is known which that is. */
function OriginLink({ session }: { readonly session: string }) {
  const { data } = useQuery(sessionThreadQuery(session))
  const words = 'an earlier wording of this message'
  if (data === undefined)
    return (
      <Link to="/sessions/$session" params={{ session }}>
        {words}
      </Link>
    )
  return (
    <Link to="/chat/$thread" params={{ thread: data }} search={{ session }}>
      {words}
    </Link>
  )
}

function textIn(parts: readonly Part[]): string {
  return parts.map(({ type, text }) => (type === 'text' ? text : `(${type})`)).join(' ')
}
