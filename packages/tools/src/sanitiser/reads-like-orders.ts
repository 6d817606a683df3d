/** Whether a name, an address or another short text is one that should not be shown where no fence is. */
import { suspicionsIn } from './injection/find.ts'
import { isOrdinary } from './injection/ordinary.ts'

export function readsLikeOrders(text: string): boolean {
  return !isOrdinary(text) && suspicionsIn(text).length > 0
}
