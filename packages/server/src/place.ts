/** What a server serves: ports that the program around it fills. */
import type { Embedder, Json, JsonObject, Model, Runtime, Store, Tool } from '@gyre/core'

/** Everything of one program that is the same for all who call. */
export type Place = {
  readonly version: string
  readonly store: Store
  /** What belongs to one owner. Made when it is first asked for, and kept. */
  tenant(owner: string): Promise<Tenant>
  /** Takes secrets out of a text before it is logged. */
  redacted(text: string): string
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
  readonly tools: ToolDesk
  readonly knowledge: KnowledgeDesk
  readonly memories: MemoryDesk
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

export type ShownBreaker = {
  readonly state: 'closed' | 'open' | 'half-open'
  readonly failures: number
  /** ISO 8601; null while it is closed. */
  readonly since: string | null
  readonly until: string | null
}

export type ToolDesk = {
  list(): Promise<readonly ShownTool[]>
  /** Lets a tool run again that failed too often. `tool-unknown` when there is none of this name. */
  resetBreaker(name: string): Promise<ShownBreaker>
}

export type ShownDocument = {
  readonly id: string
  readonly source: string
  readonly title: string
  readonly mediaType: string
  readonly chunks: number
  readonly at: string
}

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

export type ShownMemory = {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly session: string | null
  readonly at: string
  readonly expiresAt: string | null
}

export type MemoryDesk = {
  list(options: { readonly kind?: string; readonly limit: number }): Promise<readonly ShownMemory[]>
  /** `memory-unknown` when there is none. */
  get(id: string): Promise<ShownMemory>
  add(text: string): Promise<ShownMemory>
  edit(id: string, text: string): Promise<ShownMemory>
  remove(id: string): Promise<void>
  search(query: string, options: { readonly limit: number }): Promise<readonly ShownMemory[]>
}
