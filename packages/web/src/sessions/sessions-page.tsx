/** What waits for a person, then all sessions. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { inboxQuery } from '../api/sessions.ts'
import { InboxList } from '../inbox/inbox-list.tsx'
import { NotifyButton } from '../shell/notify-button.tsx'
import { Page } from '../shell/page.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { SessionFilter } from './session-filter.ts'
import { SessionList } from './session-list.tsx'

const route = getRouteApi('/sessions')

export function SessionsPage() {
  const { data: waiting = [] } = useQuery(inboxQuery)
  return (
    <Page
      title="Sessions"
      badges={waiting.length > 0 && <WaitingBadge count={waiting.length} />}
      actions={
        <>
          <span className="desk">
            <NotifyButton />
          </span>
          <Link className="btn pri" to="/chat">
            <Icon name="plus" />
            New
          </Link>
        </>
      }
    >
      {waiting.length > 0 && (
        <div className="inbox-above">
          <Waiting />
        </div>
      )}
      <AllSessions />
    </Page>
  )
}

function WaitingBadge({ count }: { readonly count: number }) {
  return (
    <span className="desk">
      <Badge tone="wait" icon="inbox">
        {plural(count, 'waits for you', 'wait for you')}
      </Badge>
    </span>
  )
}

/** More of them have a page of their own. */
const mostAbove = 3

function Waiting() {
  const { data: items = [] } = useQuery(inboxQuery)
  const isMore = items.length > mostAbove
  return (
    <Card
      title="Inbox"
      sub="waiting for a person"
      flush
      actions={
        isMore && (
          <Link className="btn ghost mini" to="/inbox">
            See all {items.length}
          </Link>
        )
      }
    >
      <InboxList items={items.slice(0, mostAbove)} />
    </Card>
  )
}

function AllSessions() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const narrow = ({ q, status, loop, persona }: SessionFilter) => {
    const said = Object.entries({ q, status, loop, persona }).filter(([, value]) => value !== undefined && value !== '')
    void navigate({ search: Object.fromEntries(said), replace: true })
  }
  return (
    <SessionList filter={filter} onClear={() => narrow({})} bar={<FilterBar filter={filter} onChange={narrow} />} />
  )
}
