/** Sessions that are held against each other. */
import { queryOptions } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'

export type SessionRecord = InferResponseType<(typeof api.sessions)[':id']['$get'], 200>

const stillRunningMs = 1500

/** A session whole; looked at again until it has ended. */
export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: ['sessions', 'record', id],
    queryFn: async () => (await api.sessions[':id'].$get({ param: { id } })).json(),
    refetchInterval: ({ state }) => (state.data?.outcome === null || !state.data ? stillRunningMs : false),
  })
