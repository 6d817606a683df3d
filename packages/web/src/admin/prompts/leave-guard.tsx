/** Asks before a draft is left behind that nobody saved. */
import { useBlocker } from '@tanstack/react-router'
import { Confirm } from '../../ui/dialog.tsx'

type LeaveGuardProps = {
  readonly isDraft: boolean
  /** What of the address says which document it is: other parts may change. */
  readonly of: 'id' | 'name'
}

export function LeaveGuard({ isDraft, of }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDraft && (current.pathname !== next.pathname || partOf(current.search, of) !== partOf(next.search, of)),
    enableBeforeUnload: () => isDraft,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Confirm
      open
      title="Leave the draft?"
      keep="Keep writing"
      act="Discard it"
      onAct={proceed}
      onOpenChange={(open) => !open && reset()}
    >
      What you wrote is not saved. What was saved before stays as it is.
    </Confirm>
  )
}

function partOf(search: unknown, key: string): unknown {
  return typeof search === 'object' && search !== null ? (search as Readonly<Record<string, unknown>>)[key] : undefined
}
