/** The log of administrative actions. */
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'

export type AuditEntry = InferResponseType<typeof api.audit.$get, 200>['entries'][number]

/** What is asked for, as it stands in the address of a request. */
export type AuditQuery = Readonly<Partial<Record<'actor' | 'action' | 'since' | 'until', string>>>

const pageSize = 100

/** Newest first, a page at a time. */
export const auditQuery = (filter: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam }) => {
      const before = pageParam === null ? {} : { before: String(pageParam) }
      const query = { ...filter, ...before, newestFirst: 'true', limit: String(pageSize) } as const
      return (await api.audit.$get({ query })).json()
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })

/** Reads every entry: it is asked for, never done by itself. */
export const useVerifyAudit = () => useMutation({ mutationFn: async () => (await api.audit.verify.$get()).json() })
