/** Who can work on a goal: personas, and loops as they are. */
import { queryOptions } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'

export type PersonaEntry = InferResponseType<typeof api.personas.$get, 200>['personas'][number]
export type LoopEntry = InferResponseType<typeof api.loops.$get, 200>['loops'][number]

export const personasQuery = queryOptions({
  queryKey: ['personas'],
  queryFn: async () => (await (await api.personas.$get()).json()).personas,
  staleTime: 30_000,
})

export const loopsQuery = queryOptions({
  queryKey: ['loops'],
  queryFn: async () => (await (await api.loops.$get()).json()).loops,
  staleTime: 30_000,
})

/** What is used where nobody names another: by the key of the setting. */
export const settingQuery = (key: 'default_loop' | 'default_model') =>
  queryOptions({
    queryKey: ['settings', key],
    queryFn: async () => (await (await api.settings[':key'].$get({ param: { key } })).json()).value,
    staleTime: 30_000,
  })
