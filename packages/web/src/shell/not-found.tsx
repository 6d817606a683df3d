import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/states.tsx'
import { Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty
        title="There is nothing at this address"
        icon="ask"
        action={
          <Link className="btn" to="/sessions">
            See all sessions
          </Link>
        }
      >
        A session may have been pruned, or the link was cut short.
      </Empty>
    </Page>
  )
}
