/** How long something has been going on, in whole seconds. */
import { duration } from '../ui/format.ts'
import { useNow } from '../ui/use-now.ts'

export function Clock({ since }: { readonly since: number }) {
  const seconds = Math.max(0, Math.floor((useNow() - since) / 1000))
  return <span className="num">{seconds < 10 ? `${seconds} s` : duration(seconds * 1000)}</span>
}
