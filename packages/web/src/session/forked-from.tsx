/** Where a fork comes from, and the way to both side by side. */
import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'
import type { SessionLog } from './session-log.ts'

export function ForkedFrom({ log }: { readonly log: SessionLog }) {
  const source = log.view.definition?.fork?.session
  if (source === undefined) return null
  return (
    <>
      <span>
        <Icon name="fork" small />
        <Link to="/sessions/$session" params={{ session: source }}>
          Forked from another session
        </Link>
      </span>
      <Link to="/compare" search={{ a: source, b: log.id }}>
        Compare both
      </Link>
    </>
  )
}
