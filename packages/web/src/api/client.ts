/** The server this page came from, by its typed API. */
import { gyreClient } from '@gyre/server/client'

export type { InferRequestType, InferResponseType } from '@gyre/server/client'

let csrf: string | undefined

/** What the server asks for with every change: a page of somebody else does not know it. */
export function rememberCsrf(token: string | null): void {
  csrf = token ?? undefined
}

export const api = gyreClient(location.origin, {
  headers: () => ({ ...(csrf !== undefined && { 'x-gyre-csrf': csrf }) }),
})
