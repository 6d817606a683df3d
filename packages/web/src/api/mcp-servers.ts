/** The MCP servers of the config. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'
import { useAskAgain } from './subjects.ts'

const servers = api['mcp-servers']

export type ShownMcpServer = InferResponseType<typeof servers.$get, 200>['servers'][number]

export type McpServerTest = InferResponseType<(typeof servers)[':name']['test']['$post'], 200>

export const mcpServersQuery = queryOptions({
  queryKey: ['mcp-servers'],
  queryFn: async () => (await (await servers.$get()).json()).servers,
  refetchInterval: 10_000,
})

/** Tries one, which takes as long as the server does: up to twenty seconds for one that never answers. */
export function useTestServer() {
  const askAgain = useAskAgain()
  return useMutation({
    mutationFn: async (name: string) => (await servers[':name'].test.$post({ param: { name } })).json(),
    onSettled: () => askAgain(['mcp-servers'], ['tools']),
  })
}
