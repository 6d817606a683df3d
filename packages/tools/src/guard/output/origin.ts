/** Where an answer is from. It stands in the fence itself, where nothing may be said. */
import { readsLikeOrders } from '../../sanitiser/reads-like-orders.ts'

/** A name has a few words. What has more is written as addresses are, and is no sentence any more. */
const mostSpaces = 3
const space = /\s/gu

/** The origin as it may be shown; undefined when it reads like orders. */
export function plainOrigin(from: string): string | undefined {
  if (readsLikeOrders(from)) return hostOf(from)
  return from.split(space).length > mostSpaces + 1 ? from.replaceAll(space, encodeURIComponent) : from
}

/** The rest of an address is for whoever wrote it to choose. */
function hostOf(from: string): string | undefined {
  const host = URL.parse(from)?.host
  return host && !readsLikeOrders(host) ? host : undefined
}
