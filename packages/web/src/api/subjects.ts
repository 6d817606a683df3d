/**
 * What the page asks the server about. The key of every query begins with one of these words, so that whoever changes
 * something only says what it was about, and it is seen anew everywhere.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { hearOtherWindows, tellOtherWindows } from './other-windows.ts'

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

type AskAgain = (...keys: readonly Key[]) => Promise<unknown>

/** Asks anew for all whose key begins so, in every window: who does so has changed something. */
export function useAskAgain(): AskAgain {
  const askAgainHere = useAskAgainHere()
  return useCallback(
    (...keys) => {
      tellOtherWindows(keys)
      return askAgainHere(...keys)
    },
    [askAgainHere],
  )
}

/** Asks anew in this window alone: what it was told of, others are told of by themselves. */
export function useAskAgainHere(): AskAgain {
  const queries = useQueryClient()
  return useCallback((...keys) => Promise.all(keys.map((queryKey) => askAgain(queries, queryKey))), [queries])
}

/** What was changed in another window is asked for anew in this one. */
export function followOtherWindows(queries: QueryClient): void {
  hearOtherWindows((keys) => {
    for (const queryKey of keys) void askAgain(queries, queryKey)
  })
}

/** What is being asked for the first time was asked before the change: its answer is not waited for. */
export async function askAgain(queries: QueryClient, queryKey: Key): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}
