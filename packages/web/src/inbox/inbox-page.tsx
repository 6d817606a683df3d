/** Everything that waits for a person, and the way to be told of it elsewhere. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inboxQuery } from '../api/sessions.ts'
import { NotifyButton } from '../shell/notify-button.tsx'
import { Page } from '../shell/page.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/format.ts'
import { Empty, Loaded } from '../ui/states.tsx'
import { InboxList } from './inbox-list.tsx'

export function InboxPage() {
  const query = useQuery(inboxQuery)
  return (
    <Page title="Inbox" actions={<NotifyButton />}>
      <Loaded query={query}>
        {(items) =>
          items.length === 0 ? (
            <Card>
              <Empty
                icon="inbox"
                title="Nothing waits for you"
                action={
                  <Link className="btn" to="/sessions">
                    See all sessions
                  </Link>
                }
              >
                Questions, approvals, spent budgets, pauses and interrupted sessions come here.
              </Empty>
            </Card>
          ) : (
            <Card title="Waiting for a person" sub={plural(items.length, 'item')} flush>
              <InboxList items={items} />
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}
