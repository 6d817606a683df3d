/** The views of one session, and the way from each to the others. */
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Icon } from '../ui/icon.tsx'

/** Nobody needs them before the palette is opened. */
const SessionActions = lazy(async () => ({ default: (await import('./session-actions.tsx')).SessionActions }))

type SessionViewsProps = {
  readonly session: string
  /** The conversation it belongs to. */
  readonly thread: string | undefined
  readonly current: 'chat' | 'reasoning' | 'steps'
}

export function SessionViews({ session, thread, current }: SessionViewsProps) {
  // The step that was looked at in one view is the one that is looked at in the others.
  const { step } = useSearch({ strict: false })
  const search = { ...(step !== undefined && { step }) }
  const here = (view: SessionViewsProps['current']) => (view === current ? ('true' as const) : undefined)
  return (
    <nav className="seg" aria-label="Views of this session">
      <Suspense>
        <SessionActions session={session} hasComposer={current !== 'steps'} />
      </Suspense>
      {thread !== undefined && (
        <Link
          to="/chat/$thread"
          params={{ thread }}
          search={{ session, ...search }}
          aria-current={here('chat')}
          aria-label="Chat"
        >
          <Icon name="chat" small />
          <span className="desk">Chat</span>
        </Link>
      )}
      <Link
        to="/sessions/$session"
        params={{ session }}
        search={search}
        activeOptions={{ exact: true }}
        aria-current={here('reasoning')}
        aria-label="Reasoning"
      >
        <Icon name="plan" small />
        <span className="desk">Reasoning</span>
      </Link>
      <Link
        to="/sessions/$session/steps"
        params={{ session }}
        search={search}
        aria-current={here('steps')}
        aria-label="Steps"
      >
        <Icon name="list" small />
        <span className="desk">Steps</span>
      </Link>
    </nav>
  )
}
