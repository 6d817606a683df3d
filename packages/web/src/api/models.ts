/** Models: which there are, whether they answer, and connections that are tried before they are kept. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type InferRequestType, type InferResponseType } from './client.ts'

export type ModelOverview = InferResponseType<typeof api.models.$get, 200>
export type ShownModel = ModelOverview['models'][number]
export type ShownProvider = ModelOverview['providers'][number]
export type LocalServer = InferResponseType<typeof api.models.local.$get, 200>['servers'][number]
export type ModelReply = InferResponseType<typeof api.models.test.$post, 200>
export type ModelConnection = InferRequestType<typeof api.models.try.$post>['json']

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async () => (await api.models.$get()).json(),
})

export const localServersQuery = queryOptions({
  queryKey: ['models', 'local'],
  queryFn: async () => (await (await api.models.local.$get()).json()).servers,
  staleTime: 10_000,
})

/** One sentence of a model: a real request. */
export function useTestModel() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (model: string) => (await api.models.test.$post({ json: { model } })).json(),
    // A call shows what a model can do.
    onSuccess: () => queries.invalidateQueries({ queryKey: ['models'], exact: true }),
  })
}

/** The key is sent once, and kept nowhere. */
export function useTryConnection() {
  return useMutation({
    mutationFn: async (json: ModelConnection) => (await api.models.try.$post({ json })).json(),
    gcTime: 0,
  })
}
