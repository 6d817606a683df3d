/** Chat: a conversation there is. */
import { ApiError } from '@gyre/server/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { SessionViews } from '../session/session-views.tsx'
import { StandingBadge } from '../session/standing-badge.tsx'
import { useFreshLists } from '../session/use-fresh-lists.ts'
import { useSession } from '../session/use-session.ts'
import { VerifyBadge } from '../session/verify-badge.tsx'
import { Page } from '../shell/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { ChatControls } from './chat-controls.tsx'
import { Conversation } from './conversation.tsx'
import { standingQuery, type Turn, threadQuery } from './thread-query.ts'

export function ChatPage() {
  const { thread } = useParams({ from: '/chat/$thread' })
  const { session } = useSearch({ from: '/chat/$thread' })
  const query = useInfiniteQuery(threadQuery(thread))
  const newest = query.data?.at(-1)
  if (query.data && newest) {
    const onEarlier = query.hasNextPage ? () => void query.fetchNextPage() : undefined
    const selected = query.data.some(({ id }) => id === session) ? session : undefined
    return (
      <Thread
        key={thread}
        thread={thread}
        turns={query.data}
        newest={newest}
        selected={selected}
        onEarlier={onEarlier}
      />
    )
  }
  return (
    <Page title="Chat">
      {isMissing(query.error) ? <NoThread /> : <Loaded query={query}>{() => <NoThread />}</Loaded>}
    </Page>
  )
}

type ThreadProps = {
  readonly thread: string
  readonly turns: readonly Turn[]
  readonly newest: Turn
  readonly selected: string | undefined
  readonly onEarlier: (() => void) | undefined
}

function Thread({ thread, turns, newest, selected = newest.id, onEarlier }: ThreadProps) {
  const live = useSession(newest.id)
  useFreshLists(live)
  const { view, hasEnded } = live.log
  const isOpen = newest.outcome === null && !hasEnded
  const { data: standing } = useQuery(standingQuery(thread, isOpen))
  const isInterrupted = isOpen && standing?.id === newest.id && standing.status === 'interrupted'
  const status = isInterrupted ? 'interrupted' : view.definition ? view.status : newest.status
  return (
    <Page
      title={titleOf(turns)}
      badges={
        <span className="desk row">
          <StandingBadge status={status} outcome={view.outcome ?? newest.outcome} />
          {live.log.hasEnded && <VerifyBadge session={live.log.id} rows={live.log.facts.length} />}
        </span>
      }
      views={<SessionViews session={selected} thread={thread} current="chat" />}
      actions={isOpen && !isInterrupted && <ChatControls live={live} />}
      bare
    >
      <Conversation
        thread={thread}
        turns={turns}
        newest={newest}
        live={live}
        isOpen={isOpen}
        isInterrupted={isInterrupted}
        selected={selected}
        onEarlier={onEarlier}
      />
    </Page>
  )
}

/** What it began with, as far back as it was read. */
function titleOf([first]: readonly Turn[]): string {
  return first?.title ?? 'Chat'
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

function NoThread() {
  return (
    <Empty
      icon="chat"
      title="There is no such conversation"
      action={
        <Link className="btn pri" to="/chat">
          Start one
        </Link>
      }
    >
      It may have been deleted, or belongs to somebody else.
    </Empty>
  )
}
