import { duration } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'

/** How long a call has been under way. */
export function CallClock({ since }: { readonly since: number }) {
  const now = useNow()
  return <span className="num">{duration(Math.max(0, now - since))}</span>
}
