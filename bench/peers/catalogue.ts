/** Who is measured, in the order of the tables. Nothing of them is loaded here: that is for processes of their own. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const stores = ['SQLite NORMAL', 'SQLite FULL', 'PostgreSQL'] as const
export type StoreName = (typeof stores)[number]

/** A way to keep every step, by the name that it has with the contestant: the store, and what else is said of it. */
export type Way = { readonly name: string; readonly label: string }

export type Peer = {
  /** As `--peers` has it. */
  readonly name: string
  readonly label: string
  /** The module that exports the contestant. */
  readonly file: string
  /** Whose version stands for it. The floor has none. */
  readonly package?: string
  readonly isInMemory: boolean
  readonly ways: readonly Way[]
}

const way = (name: string, label: string): Way => ({ name, label })

const inMemoryOnly = { isInMemory: true, ways: [] }

export const peers: readonly Peer[] = [
  {
    name: 'raw',
    label: 'raw loop',
    file: '../raw.ts',
    isInMemory: true,
    ways: stores.map((store) => way(store, 'raw inserts')),
  },
  {
    name: 'gyre',
    label: '**Gyre** react',
    file: '../gyre.ts',
    package: 'gyre',
    isInMemory: true,
    ways: stores.flatMap((store) => [way(store, '**Gyre**'), way(`${store}, no tool pure`, '**Gyre**, no tool pure')]),
  },
  { name: 'ai-sdk', label: 'AI SDK generateText', file: './ai-sdk.mjs', package: 'ai', ...inMemoryOnly },
  { name: 'ai-sdk-agent', label: 'AI SDK ToolLoopAgent', file: './ai-sdk-agent.mjs', package: 'ai', ...inMemoryOnly },
  {
    name: 'langgraph',
    label: 'LangGraph createReactAgent',
    file: './langgraph.mjs',
    package: '@langchain/langgraph',
    isInMemory: true,
    ways: [
      way('SQLite NORMAL', 'LangGraph SqliteSaver, async'),
      way('SQLite NORMAL, sync', 'LangGraph SqliteSaver, sync'),
      way('SQLite FULL, sync', 'LangGraph SqliteSaver, sync'),
      way('PostgreSQL', 'LangGraph PostgresSaver, async'),
      way('PostgreSQL, sync', 'LangGraph PostgresSaver, sync'),
    ],
  },
  {
    name: 'langchain',
    label: 'LangChain createAgent',
    file: './langchain.mjs',
    package: 'langchain',
    ...inMemoryOnly,
  },
  {
    name: 'openai-agents',
    label: 'OpenAI Agents',
    file: './openai-agents.mjs',
    package: '@openai/agents',
    ...inMemoryOnly,
  },
  {
    name: 'mastra',
    label: 'Mastra Agent',
    file: './mastra.mjs',
    package: '@mastra/core',
    isInMemory: true,
    ways: [
      way('SQLite NORMAL', 'Mastra DurableAgent'),
      way('SQLite NORMAL, recovery on', 'Mastra DurableAgent, recovery on'),
    ],
  },
  {
    name: 'dbos',
    label: 'DBOS',
    file: './dbos.mjs',
    package: '@dbos-inc/dbos-sdk',
    isInMemory: false,
    ways: [way('PostgreSQL', 'DBOS workflow')],
  },
]

export function waysOn(store: StoreName, { ways }: Peer): readonly Way[] {
  return ways.filter(({ name }) => name === store || name.startsWith(`${store}, `))
}

export const fileOf = ({ file }: Peer) => fileURLToPath(new URL(file, import.meta.url))

/** Ours are part of the repository: their failure is no fact about somebody else, and they need no installation. */
export const isOurs = ({ name }: Peer) => name === 'raw' || name === 'gyre'

type Manifest = { readonly version: string; readonly dependencies: Readonly<Record<string, string>> }

const manifestOf = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Manifest

/** The version that is measured; every dependency of the peers is an exact one. */
export function versionOf(peer: Peer): string | undefined {
  if (peer.package === undefined) return undefined
  if (isOurs(peer)) return manifestOf('../../packages/gyre/package.json').version
  return manifestOf('./package.json').dependencies[peer.package]
}
