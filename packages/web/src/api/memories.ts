/** What past sessions learned, and notes people added. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'
import { useAskAgain } from './subjects.ts'

export type ShownMemory = InferResponseType<typeof api.memory.$get, 200>['memories'][number]

/** The server tells no more at once. */
export const mostMemories = 200

/** All of them, newest first; or those found by a text, best first. */
export const memoriesQuery = (words: string) =>
  queryOptions({
    queryKey: ['memory', words],
    queryFn: async () => {
      const answer =
        words === ''
          ? await api.memory.$get({ query: { limit: String(mostMemories) } })
          : await api.memory.search.$get({ query: { q: words, limit: '50' } })
      return (await answer.json()).memories
    },
  })

function useMemoryChange<I, O>(mutationFn: (input: I) => Promise<O>) {
  const askAgain = useAskAgain()
  return useMutation({ mutationFn, onSettled: () => askAgain(['memory']) })
}

export const useAddMemory = () =>
  useMemoryChange(async (text: string) => (await api.memory.$post({ json: { text } })).json())

export const useEditMemory = () =>
  useMemoryChange(async ({ id, text }: { readonly id: string; readonly text: string }) =>
    (await api.memory[':id'].$patch({ param: { id }, json: { text } })).json(),
  )

export const useRemoveMemory = () =>
  useMemoryChange(async (id: string) => {
    await api.memory[':id'].$delete({ param: { id } })
  })
