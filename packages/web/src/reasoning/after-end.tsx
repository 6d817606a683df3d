/** What can still be done with a session that has ended: it stands where one intervened before. */
import { Link } from '@tanstack/react-router'
import type { SessionLog } from '../session/session-log.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { LeftOver } from './left-over.tsx'

export function AfterEnd({ log }: { readonly log: SessionLog }) {
  const session = log.id
  const thread = log.view.definition?.thread
  return (
    <Card title="Go on from here" sub="the session has ended">
      <div className="grid gap-3">
        <LeftOver session={session} />
        <div className="row wrap">
          {thread !== undefined && (
            <Link className="btn mini" to="/chat/$thread" params={{ thread }} search={{ session }}>
              <Icon name="chat" />
              Ask further
            </Link>
          )}
          <Link className="btn mini" to="/sessions/$session/steps" params={{ session }}>
            <Icon name="fork" />
            Fork at a step
          </Link>
          <Link className="btn mini" to="/compare" search={{ a: session }}>
            <Icon name="compare" />
            Compare with another
          </Link>
        </div>
      </div>
    </Card>
  )
}
