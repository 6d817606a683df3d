/** Personas as those see them who write them: versions, rollouts. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type InferRequestType, type InferResponseType } from './client.ts'
import { personasQuery } from './personas.ts'
import { useAskAgain } from './subjects.ts'

export type Rollout = InferResponseType<(typeof api.personas)[':name']['rollout']['$get'], 200>
export type Arms = InferRequestType<(typeof api.personas)[':name']['rollout']['$put']>['json']['arms']

export const personaVersionsQuery = (name: string) =>
  queryOptions({
    queryKey: ['personas', name, 'versions'],
    queryFn: async () => (await (await api.personas[':name'].versions.$get({ param: { name } })).json()).versions,
  })

export const rolloutQuery = (name: string) =>
  queryOptions({
    queryKey: ['personas', name, 'rollout'],
    queryFn: async () => (await api.personas[':name'].rollout.$get({ param: { name } })).json(),
  })

function useRefresh() {
  const askAgain = useAskAgain()
  return () => askAgain(['personas'], ['audit'])
}

type SavedPersona = InferRequestType<(typeof api.personas)[':name']['$put']>['json']

type Save = {
  readonly name: string
  readonly persona: SavedPersona
  /** The version it was made from, null for one that is new. Undefined saves over any. */
  readonly seen?: number | null
}

export function useSavePersona() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ name, persona, seen }: Save) => {
      const headers = seen === undefined ? {} : { 'if-match': `"${seen ?? 0}"` }
      return (await api.personas[':name'].$put({ param: { name }, json: persona }, { headers })).json()
    },
    onSettled: refresh,
  })
}

export function useRollBackPersona() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ name, version }: { readonly name: string; readonly version: number }) =>
      (await api.personas[':name'].rollback.$post({ param: { name }, json: { version } })).json(),
    onSettled: refresh,
  })
}

export function useRemovePersona() {
  const queries = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (name: string) => {
      await api.personas[':name'].$delete({ param: { name } })
    },
    // Nothing more is asked of what is gone.
    onSuccess: (_, name) =>
      queries.setQueryData(personasQuery.queryKey, (all) => all?.filter(({ persona }) => persona.name !== name)),
    onSettled: refresh,
  })
}

/** No arms: the name is not split any more. */
export function useSaveRollout(name: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (arms: Arms) => {
      if (arms.length === 0) await api.personas[':name'].rollout.$delete({ param: { name } })
      else await api.personas[':name'].rollout.$put({ param: { name }, json: { arms } })
    },
    onSettled: refresh,
  })
}
