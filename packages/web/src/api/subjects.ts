/**
 * What the page asks the server about. The key of every query begins with one of these words, so that whoever changes
 * something only says what it was about, and it is seen anew everywhere.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

type Subject =
  | 'audit'
  | 'inbox'
  | 'keys'
  | 'knowledge'
  | 'lab'
  | 'loops'
  | 'mcp-servers'
  | 'me'
  | 'memory'
  | 'models'
  | 'personas'
  | 'prompts'
  | 'sessions'
  | 'settings'
  | 'tools'
  | 'usage'
  // Of one session or conversation each, named by the next word of the key: sessions change too often to ask for
  // these each time one does.
  | 'deliveries'
  | 'interventions'
  | 'step-prompt'
  | 'thread'
  | 'verify'
  | 'watchers'

type Key = readonly [Subject, ...unknown[]]

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key
  }
}

/** Asks anew for all whose key begins so. */
export function useAskAgain(): (...keys: readonly Key[]) => Promise<unknown> {
  const queries = useQueryClient()
  return useCallback((...keys) => Promise.all(keys.map((queryKey) => askAgain(queries, queryKey))), [queries])
}

/** What is being asked for the first time was asked before the change: its answer is not waited for. */
export async function askAgain(queries: QueryClient, queryKey: Key): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}
