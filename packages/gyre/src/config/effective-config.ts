/** Everything that is not from the store, joined: the config file, and the environment that wins over it. */
import { dirname, resolve } from 'node:path'
import { loops as builtInLoops, type Loop, type RuntimeOptions, type SessionLimits, type Store } from '@gyre/core'
import type { ProtectedPlace } from '@gyre/tools'
import { withVariables } from '@gyre/tools/mcp'
import { configSettings } from './config-issues.ts'
import { type ModelObject, modelsByName } from './config-models.ts'
import { isDatabaseUrl } from './database-url.ts'
import type { Config, ModelsConfig } from './define-config.ts'
import { type Environment, type LogLevel, readVariables, type Variables } from './environment.ts'
import { findConfig } from './find-config.ts'
import { knownSecrets } from './known-secrets.ts'
import { sessionLimitsOf } from './limits-config.ts'
import { type LoadedConfig, loadConfig } from './load-config.ts'
import { type McpPlan, mcpPlan } from './tools/mcp-plan.ts'
import { ownPlaces } from './tools/own-places.ts'
import { writtenTools } from './tools/tool-issues.ts'
import { type ToolboxPlan, toolboxPlan } from './tools/toolbox-plan.ts'

export type EffectiveConfigOptions = {
  /** Where the config file is looked for, upwards, and files are named from. */
  readonly cwd: string
  readonly env: Environment
  /** The config file, when it was named. */
  readonly file?: string | undefined
  /** The loops there are without the config. */
  readonly loops?: readonly Loop[]
}

export type EffectiveConfig = {
  /** The config file; undefined when there is none. */
  readonly file: string | undefined
  /** The data folder that was chosen; undefined for the one of the platform. */
  readonly data: string | undefined
  /** The one that the config file names, which the environment may have overruled. */
  readonly dataOfFile: string | undefined
  /** A store, or the whole path of an SQLite file; undefined for the one in the data folder. */
  readonly store: Store | string | undefined
  /** The PostgreSQL database that takes the place of any other store. It may hold a password. */
  readonly databaseUrl: string | undefined
  readonly keyValueUrl: string | undefined
  /** Passphrases of which the last signs, in the place of the key file. */
  readonly key: readonly string[] | undefined
  readonly log: LogLevel | undefined
  /** For opening the runtime, as they are. The loops are those of the config alone. */
  readonly runtime: Required<Pick<RuntimeOptions, 'loops' | 'tools' | 'personas' | 'settings' | 'secrets'>>
  /** Models that were given as objects, by name. */
  readonly models: ReadonlyMap<string, ModelObject>
  /** The embedder that was given as an object. */
  readonly embedder: Exclude<ModelsConfig['embedding'], string>
  readonly providers: NonNullable<ModelsConfig['providers']>
  readonly limits: NonNullable<ModelsConfig['limits']>
  /** How many sessions may run at once, over all processes. */
  readonly sessionLimits: SessionLimits | undefined
  readonly timeouts: NonNullable<ModelsConfig['timeouts']>
  readonly deliveries: NonNullable<Config['deliveries']>
  readonly server: NonNullable<Config['server']>
  readonly toolboxes: ToolboxPlan
  readonly mcp: McpPlan
  readonly toolLimits: NonNullable<Config['toolLimits']>
  /** What no tool may touch. */
  readonly denied: readonly string[]
  /** What leads to code or orders, and is for people alone to change. */
  readonly ownPlaces: readonly ProtectedPlace[]
}

/** Fails with `config-file-invalid`, `persona-invalid` or `setting-invalid`; then nothing of it is used. */
export async function effectiveConfig(options: EffectiveConfigOptions): Promise<EffectiveConfig> {
  const { cwd, env, loops = builtInLoops } = options
  const file = options.file ?? (await findConfig(cwd, env['HOME'] ?? env['USERPROFILE']))
  const loaded = file === undefined ? noConfig : await loadConfig(file, { cwd, loops })
  const { models = {}, keyValue, toolboxes = {}, mcpServers = {}, toolLimits = {}, permissions = {} } = loaded.config
  const variables = readVariables(env)
  const configFile = loaded.file || undefined
  const plan = toolboxPlan(toolboxes, { file: configFile, env, foundSkills: loaded.foundSkills })
  const mcp = await mcpPlan({ cwd, configFile, servers: mcpServers })
  const secrets = knownSecrets({ config: loaded.config, env, toolboxes: plan, servers: mcp.servers })
  return {
    file: configFile,
    ...placesOf(loaded, variables, cwd),
    keyValueUrl: variables.keyValueUrl ?? keyValue,
    key: variables.key,
    log: variables.log,
    runtime: runtimeOf(loaded, variables, secrets),
    models: modelsByName(models),
    embedder: typeof models.embedding === 'object' ? models.embedding : undefined,
    providers: models.providers ?? {},
    limits: models.limits ?? {},
    sessionLimits: sessionLimitsOf(loaded.config.limits),
    timeouts: models.timeouts ?? {},
    deliveries: loaded.config.deliveries ?? {},
    server: loaded.config.server ?? {},
    toolboxes: plan,
    mcp,
    toolLimits,
    denied: permissions.deny ?? [],
    ownPlaces: ownPlaces({
      cwd,
      file: configFile,
      config: loaded.config,
      toolboxes: plan,
      servers: mcp.servers,
      fill: (text) => withVariables(text, env),
    }),
  }
}

const noConfig: LoadedConfig = { file: '', config: {}, personas: [], foundSkills: undefined }

/** Paths in the config file are seen from its folder, those of variables from the working folder. */
function placesOf({ file, config }: LoadedConfig, variables: Variables, cwd: string) {
  const fromFile = (path: string) => (path === ':memory:' ? path : resolve(dirname(file), path))
  const written = config.store
  const data = config.data === undefined ? undefined : fromFile(config.data)
  return {
    data: variables.data === undefined ? data : resolve(cwd, variables.data),
    dataOfFile: data,
    store: isDatabaseUrl(written) ? undefined : typeof written === 'string' ? fromFile(written) : written,
    databaseUrl: variables.databaseUrl ?? (isDatabaseUrl(written) ? written : undefined),
  }
}

function runtimeOf(
  { config, personas }: LoadedConfig,
  variables: Variables,
  secrets: readonly string[],
): EffectiveConfig['runtime'] {
  const { loops = [], tools = [] } = config
  const settings = { config: configSettings(config), environment: variables.settings }
  return { loops, tools: writtenTools(tools).map(({ tool }) => tool), personas, settings, secrets }
}
