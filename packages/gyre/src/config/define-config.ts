/** The config file as people write it. */
import type {
  Embedder,
  ForeignModel,
  Loop,
  Model,
  ModelInput,
  Persona,
  Price,
  Store,
  Tier,
  Tool,
  Toolbox,
} from '@gyre/core'
import type { McpServersConfig } from '@gyre/tools/mcp'
import type { DeliveriesConfig } from './deliveries-config.ts'
import type { LimitsConfig } from './limits-config.ts'
import type { ServerConfig } from './server-config.ts'
import type { PermissionsConfig, ToolboxesConfig, ToolLimitsConfig } from './tools/tools-config.ts'

/** What one model may be asked. What is left out is not limited. */
export type RateLimits = {
  /** Calls at the same time, in one process. */
  readonly concurrency?: number | undefined
  readonly requestsPerMinute?: number | undefined
  readonly tokensPerMinute?: number | undefined
}

export type ModelsConfig = {
  /** The model of a session that names none. */
  readonly default?: ModelInput | undefined
  /** What the names of tiers stand for. */
  readonly tiers?: Readonly<Partial<Record<Tier, ModelInput | undefined>>> | undefined
  /** USD for a million tokens, by model. They win over the known ones. */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** The models to ask when one does not answer, by that model. */
  readonly fallbacks?: Readonly<Record<string, readonly string[]>> | undefined
  readonly limits?: Readonly<Record<string, RateLimits>> | undefined
  /** Endpoints that speak OpenAI's format, and other addresses of known providers, by the name of the provider. */
  readonly providers?: Readonly<Record<string, ProviderConfig>> | undefined
  /** Models of your own, and language models of the AI SDK, by the name that people write. */
  readonly named?: Readonly<Record<string, Model | ForeignModel>> | undefined
  readonly timeouts?: TimeoutsConfig | undefined
  /** Who makes vectors of texts: `provider/model`, an embedding model of the AI SDK, or an embedder of your own. */
  readonly embedding?: string | Embedder | ForeignEmbedder | undefined
}

/** An embedding model of the AI SDK, as far as it is known here. */
export type ForeignEmbedder = {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  readonly doEmbed: unknown
}

export type ProviderConfig = {
  readonly baseUrl: string
  /** The variable that holds the key; none is sent when left out. */
  readonly apiKeyEnv?: string | undefined
}

export type TimeoutsConfig = {
  /** How long a model may be silent before its first word. */
  readonly firstPartMs?: number | undefined
  /** How long a whole attempt may last. */
  readonly callMs?: number | undefined
}

/** What a config file may say. `defineConfig` checks it as it is written. */
export type Config = {
  /** Loops of your own, made by `defineLoop`. */
  readonly loops?: readonly Loop[] | undefined
  /** Tools of your own, made by `defineTool`, and toolboxes made by `defineToolbox`. */
  readonly tools?: readonly (Tool | Toolbox)[] | undefined
  /** The toolboxes that come with Gyre. */
  readonly toolboxes?: ToolboxesConfig | undefined
  /** MCP servers by name. They win over those of `.mcp.json`. */
  readonly mcpServers?: McpServersConfig | undefined
  /** Limits by the name of a tool, or by a pattern such as `web.*`. */
  readonly toolLimits?: Readonly<Record<string, ToolLimitsConfig>> | undefined
  readonly permissions?: PermissionsConfig | undefined
  /** Personas, or the paths of files that hold them. */
  readonly personas?: readonly (Persona | string)[] | undefined
  /** Folders or globs that are searched for files of personas; `personas` when left out. */
  readonly personaFiles?: string | readonly string[] | undefined
  /** Where sessions are kept: a store, the path of an SQLite file, or the address of a PostgreSQL database. */
  readonly store?: Store | string | undefined
  readonly models?: ModelsConfig | undefined
  /** Where results go after the end, by the names that personas and `--deliver` use. */
  readonly deliveries?: DeliveriesConfig | undefined
  /** What `gyre serve` listens on, and whom it lets in. */
  readonly server?: ServerConfig | undefined
  /** How many sessions may run at once, over all processes. */
  readonly limits?: LimitsConfig | undefined
  /** Settings by key. They win over those in the store. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Texts that must appear in no trace. */
  readonly secrets?: readonly string[] | undefined
  /** The URL of a Valkey or Redis server that processes on several hosts share. */
  readonly keyValue?: string | undefined
  /** The data folder. */
  readonly data?: string | undefined
}

/** Gives an editor the types of the config; returns it as it is. */
export function defineConfig(config: Config): Config {
  return config
}
