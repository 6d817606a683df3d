/** Prompts: read, saved in versions, gone back, tried. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, type InferRequestType, type InferResponseType } from './client.ts'
import { useAskAgain } from './subjects.ts'

export type Prompt = InferResponseType<typeof api.prompts.$get, 200>['prompts'][number]
export type Version = InferResponseType<(typeof api.prompts)[':id']['versions']['$get'], 200>['versions'][number]
export type PromptTry = InferRequestType<(typeof api.prompts)[':id']['try']['$post']>['json']

export const promptsQuery = queryOptions({
  queryKey: ['prompts'],
  queryFn: async () => (await (await api.prompts.$get()).json()).prompts,
})

export const promptVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', id, 'versions'],
    queryFn: async () => (await (await api.prompts[':id'].versions.$get({ param: { id } })).json()).versions,
  })

/** Who saved which version: the versions themselves do not say, the audit log does. */
export const savedByQuery = (action: 'prompt.saved' | 'persona.saved') =>
  queryOptions({
    queryKey: ['audit', 'saved-by', action],
    queryFn: async () => {
      const query = { action, newestFirst: 'true' as const, limit: '200' }
      return (await (await api.audit.$get({ query })).json()).entries
    },
  })

type Save = {
  readonly id: string
  readonly text: string
  /** The version the text was made from: saved only when it is still the current one. Undefined saves over any. */
  readonly seen?: number | null
}

function useRefresh() {
  const askAgain = useAskAgain()
  return () => askAgain(['prompts'], ['audit'])
}

export function useSavePrompt() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ id, text, seen }: Save) => {
      const headers = seen === undefined ? {} : { 'if-match': `"${seen ?? 0}"` }
      return (await api.prompts[':id'].$put({ param: { id }, json: { text } }, { headers })).json()
    },
    onSettled: refresh,
  })
}

export function useRollBackPrompt() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ id, version }: { readonly id: string; readonly version: number }) =>
      (await api.prompts[':id'].rollback.$post({ param: { id }, json: { version } })).json(),
    onSettled: refresh,
  })
}

export function useTryPrompt(id: string) {
  return useMutation({
    mutationFn: async (json: PromptTry) => (await api.prompts[':id'].try.$post({ param: { id }, json })).json(),
  })
}
