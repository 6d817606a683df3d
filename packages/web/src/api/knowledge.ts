/** Documents that loops can search, and the names that are linked in them. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { linkedIn, namesIn } from '../knowledge/graph-answer.ts'
import { overviewIn } from '../knowledge/overview.ts'
import { api, type InferResponseType } from './client.ts'
import { askAgain, useAskAgain } from './subjects.ts'

const { documents } = api.knowledge

export type ShownDocument = InferResponseType<typeof documents.$get, 200>['documents'][number]

export type Passage = InferResponseType<typeof api.knowledge.search.$get, 200>['passages'][number]

export const overviewQuery = queryOptions({
  queryKey: ['knowledge', 'overview'],
  queryFn: async () => overviewIn((await (await api.knowledge.$get()).json()).overview),
})

export const documentsQuery = queryOptions({
  queryKey: ['knowledge', 'documents'],
  queryFn: async () => (await (await documents.$get()).json()).documents,
})

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['knowledge', 'document', id],
    queryFn: async () => (await documents[':id'].$get({ param: { id } })).json(),
  })

export const passagesQuery = (words: string) =>
  queryOptions({
    queryKey: ['knowledge', 'search', words],
    queryFn: async () =>
      (await (await api.knowledge.search.$get({ query: { q: words, limit: '20' } })).json()).passages,
  })

const mostNames = '60'
const mostLinks = '40'

/** The names that are linked most. The first time after documents were added it takes as long as reading them does. */
export const namesQuery = queryOptions({
  queryKey: ['knowledge', 'graph'],
  queryFn: async ({ client }) => {
    const { graph } = await (await api.knowledge.graph.$get({ query: { limit: mostNames } })).json()
    // Names that were read just now are counted.
    void askAgain(client, overviewQuery.queryKey)
    return namesIn(graph)
  },
})

/** What is linked with one. What was there before stays in sight until it comes. */
export const linkedQuery = (name: string) =>
  queryOptions({
    queryKey: ['knowledge', 'graph', name],
    queryFn: async () =>
      linkedIn((await (await api.knowledge.graph.$get({ query: { name, limit: mostLinks } })).json()).graph),
    placeholderData: keepPreviousData,
  })

type NewDocument = { readonly source: string; readonly text: string; readonly mediaType?: string }

export const addDocument = async (json: NewDocument) => (await documents.$post({ json })).json()

/** Asks for all that is known again. */
export function useKnowledgeChanged() {
  const askAgain = useAskAgain()
  return () => askAgain(['knowledge'])
}

function useKnowledgeChange<I, O>(mutationFn: (input: I) => Promise<O>) {
  return useMutation({ mutationFn, onSettled: useKnowledgeChanged() })
}

export const useAddDocument = () => useKnowledgeChange(addDocument)

export const useRemoveDocument = () =>
  useKnowledgeChange(async (id: string) => {
    const param = { id }
    const document = await (await documents[':id'].$get({ param })).json()
    await documents[':id'].$delete({ param })
    return document
  })
