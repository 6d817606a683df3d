/** API keys, what each spent, and links that log a browser in. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, type InferRequestType, type InferResponseType } from './client.ts'
import { useAskAgain } from './subjects.ts'

export type ShownKey = InferResponseType<typeof api.keys.$get, 200>['keys'][number]

export type NewKey = InferRequestType<typeof api.keys.$post>['json']

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async () => (await (await api.keys.$get()).json()).keys,
})

export type Spent = { readonly sessions: number; readonly costUsd: number; readonly unpriced: number }

/** What was spent since the month began (UTC), by who began the sessions: `key:laptop`. */
export const spentByCallerQuery = queryOptions({
  queryKey: ['usage', 'caller', 'month'],
  queryFn: async () => {
    const from = `${new Date().toISOString().slice(0, 7)}-01`
    const { sums } = await (await api.usage.$get({ query: { by: 'caller', from, owners: 'all' } })).json()
    return new Map<string, Spent>(sums.map((sum) => [sum.name, sum]))
  },
})

/** How long the answer is kept when it is not shown any more: it holds the text of a key, or a link that is one. */
const secretMs = 0

function useKeysChange<I, O>(mutationFn: (input: I) => Promise<O>) {
  const askAgain = useAskAgain()
  return useMutation({ mutationFn, gcTime: secretMs, onSettled: () => askAgain(['keys'], ['audit']) })
}

export const useAddKey = () => useKeysChange(async (json: NewKey) => (await api.keys.$post({ json })).json())

export const useRevokeKey = () =>
  useKeysChange(async (id: string) => (await api.keys[':id'].$delete({ param: { id } })).json())

export const useMakeLoginLink = () =>
  useMutation({ mutationFn: async () => (await api['login-links'].$post()).json(), gcTime: secretMs })
