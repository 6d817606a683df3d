/** What a server serves: ports that the program around it fills. */
import type { Embedder, Json, JsonObject, Model, Price, Runtime, Store, Tool } from '@gyre/core'

/** Everything of one program that is the same for all who call. */
export type Place = {
  readonly version: string
  readonly store: Store
  /** What belongs to one owner. Made when it is first asked for, and kept. */
  tenant(owner: string): Promise<Tenant>
  /** Takes secrets out of a text before it is logged. */
  redacted(text: string): string
  /** Who works on the sessions, and on how many; left out where this process alone does. */
  fleet?(): Promise<FleetStanding>
}

/** Many processes at work on one store. */
export type FleetStanding = {
  readonly workers: readonly { readonly concurrency: number; readonly running: number; readonly isDraining: boolean }[]
  /** Sessions that have not ended, by where they stand: `queued`, `running`. */
  readonly sessions: Readonly<Record<string, number>>
  /** How long the one that waits longest for a worker has waited. */
  readonly longestWaitMs: number
}

/** What belongs to one owner: a request sees nothing else. */
export type Tenant = {
  readonly owner: string
  readonly runtime: Runtime
  /** The tools of a session of a loop; a persona says itself which it has. */
  sessionTools(): Promise<readonly Tool[]>
  /** A model by name; the default one when none is named. */
  model(name?: string): Promise<Model>
  readonly embedder: Embedder
  readonly models: ModelDesk
  readonly tools: ToolDesk
  readonly mcpServers: McpDesk
  readonly knowledge: KnowledgeDesk
  readonly memories: MemoryDesk
  readonly results: ResultDesk
}

/** A model as it is shown. */
export type ShownModel = {
  /** `provider/model`. */
  readonly name: string
  readonly provider: string
  readonly isDefault: boolean
  /** The tiers that stand for it. */
  readonly tiers: readonly string[]
  /** USD for a million tokens; null when it is not known. */
  readonly price: Price | null
  readonly contextWindow: number | null
  readonly nativeTools: boolean | null
  readonly nativeOutput: boolean | null
  /** Where it is named: built in, the config, the settings, or the list of known models. */
  readonly from: 'built in' | 'config' | 'settings' | 'known'
  /** Why it cannot be called as things are. */
  readonly fault: string | null
}

/** A provider, and whether its key is there. The key itself is told to nobody. */
export type ShownProvider = {
  readonly name: string
  /** Variables that may hold its key; none for one that needs no key. */
  readonly keys: readonly string[]
  readonly hasKey: boolean
  readonly baseUrl: string | null
  readonly isLocal: boolean
  readonly from: 'built in' | 'config'
}

/** The default model and why it is, the models known, and the providers. */
export type ModelOverview = {
  /** Which one is used when nobody names one, and why. */
  readonly default: { readonly name: string; readonly why: string }
  readonly models: readonly ShownModel[]
  readonly providers: readonly ShownProvider[]
}

/** A server on this machine that models may be asked of. */
export type LocalServer = {
  readonly provider: string
  readonly baseUrl: string
  readonly isAnswering: boolean
  /** As `provider/model`. */
  readonly models: readonly string[]
}

/** A connection that is tried and not kept. */
export type ModelConnection = {
  readonly provider: string
  readonly model: string
  readonly key?: string | undefined
  readonly baseUrl?: string | undefined
}

/** The models of a place: the same for all owners. */
export type ModelDesk = {
  overview(): Promise<ModelOverview>
  /** Asks the servers that may run on this machine. */
  local(): Promise<readonly LocalServer[]>
  /** A model reached with what is given alone: no key of this place goes with it. Fails with what is wrong with the names. */
  reached(connection: ModelConnection): Promise<Model>
  /** Settings were changed: from now on models are found by them. */
  heedSettings(): Promise<void>
}

/** A tool as it is shown: plain data. */
export type ShownTool = {
  readonly name: string
  readonly description: string
  /** A toolbox, the config, an MCP server. */
  readonly from: string
  readonly effect: string
  readonly approval: string
  readonly permissions: readonly string[]
  /** Its permissions that nobody has here: it cannot run. */
  readonly denied: readonly string[]
  readonly input: JsonObject
  readonly limits: JsonObject
  readonly breaker: ShownBreaker
}

/** The breaker of a tool, as it is shown. */
export type ShownBreaker = {
  readonly state: 'closed' | 'open' | 'half-open'
  readonly failures: number
  /** ISO 8601; null while it is closed. */
  readonly since: string | null
  readonly until: string | null
}

/** The tools there are, as the API shows them. */
export type ToolDesk = {
  list(): Promise<readonly ShownTool[]>
  /** Lets a tool run again that failed too often. `tool-unknown` when there is none of this name. */
  resetBreaker(name: string): Promise<ShownBreaker>
}

/** An MCP server of the config as it is shown: no secrets. */
export type ShownMcpServer = {
  readonly name: string
  readonly transport: 'stdio' | 'http' | 'sse'
  /** The program it runs, or its address. */
  readonly target: string
  /** The file it stands in. */
  readonly from: string
  readonly state: 'denied' | 'disabled' | 'idle' | 'connecting' | 'connected' | 'failed' | 'closed'
  readonly era: 'legacy' | 'modern' | null
  readonly protocol: string | null
  /** What it calls itself. */
  readonly server: { readonly name: string; readonly version: string } | null
  readonly tools: readonly string[]
  /** Tools of which it says something that reads like orders. */
  readonly withheld: readonly string[]
  readonly trusted: boolean
  readonly lastError: string | null
}

/** What trying an MCP server came to, step by step. */
export type McpServerTest = {
  readonly ok: boolean
  readonly steps: readonly {
    readonly step: 'reach' | 'negotiate' | 'list' | 'ping'
    readonly ok: boolean
    readonly ms: number
    readonly detail: string
  }[]
  readonly complaints: readonly string[]
  readonly server: ShownMcpServer
}

/** The MCP servers that are set up, as the API shows them. */
export type McpDesk = {
  list(): Promise<readonly ShownMcpServer[]>
  /** Tries one step by step, and connects to it when it answers. `mcp-server-unknown` when there is none. */
  test(name: string): Promise<McpServerTest>
}

/** A document, as it is listed; `at` is ISO 8601. */
export type ShownDocument = {
  readonly id: string
  readonly source: string
  readonly title: string
  readonly mediaType: string
  readonly chunks: number
  readonly at: string
}

/** A passage that a search found, as it is shown. */
export type FoundPassage = {
  readonly document: string
  readonly source: string
  readonly title: string
  readonly text: string
  readonly start: number
  readonly end: number
  readonly score: number
  /** What a reader should know of it, such as that it is invented. */
  readonly remark?: string
}

/** The documents of an owner, as the API serves them. */
export type KnowledgeDesk = {
  overview(): Promise<JsonObject>
  list(): Promise<readonly ShownDocument[]>
  /** With its text. `document-unknown` when there is none. */
  get(id: string): Promise<ShownDocument & { readonly text: string }>
  /** Reads a text in under a name, in place of what was there under it. */
  add(document: { readonly source: string; readonly text: string; readonly mediaType?: string }): Promise<ShownDocument>
  remove(id: string): Promise<void>
  search(query: string, options: { readonly limit: number }): Promise<readonly FoundPassage[]>
  /** The names that are linked most, or what is linked with one. */
  graph(options: { readonly name?: string; readonly limit: number }): Promise<Json>
}

/** A memory, as it is shown; times are ISO 8601. */
export type ShownMemory = {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly session: string | null
  readonly at: string
  readonly expiresAt: string | null
}

/** The memories of an owner, as the API serves them. */
export type MemoryDesk = {
  list(options: { readonly kind?: string; readonly limit: number }): Promise<readonly ShownMemory[]>
  /** `memory-unknown` when there is none. */
  get(id: string): Promise<ShownMemory>
  add(text: string): Promise<ShownMemory>
  edit(id: string, text: string): Promise<ShownMemory>
  remove(id: string): Promise<void>
  search(query: string, options: { readonly limit: number }): Promise<readonly ShownMemory[]>
}

/** What a run of the lab, or an eval, came to. */
export type KeptResult = {
  readonly kind: 'lab' | 'eval'
  /** The suite, or the data set. */
  readonly title: string
  /** ISO 8601: when it came to its end. */
  readonly at: string
  readonly report: JsonObject
}

/** Reports that were kept, such as those of evals. */
export type ResultDesk = {
  /** Newest first. */
  list(): Promise<readonly KeptResult[]>
}
