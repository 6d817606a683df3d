/** Texts of the config and the environment that must not be written anywhere. */
import { providers } from '@gyre/models'
import { type McpServersConfig, secretsIn } from '@gyre/tools/mcp'
import type { Config } from './define-config.ts'
import type { Environment } from './environment.ts'
import { searchVariables, type ToolboxPlan } from './tools/toolbox-plan.ts'

/** Shorter ones are placeholders, such as local servers ask for: they may be ordinary words. */
const shortestKey = 12

export type SecretSources = {
  readonly config: Config
  readonly env: Environment
  readonly toolboxes: ToolboxPlan
  readonly servers: McpServersConfig
}

/** Those the config names, keys of providers, of search and of servers, our own passphrase, passwords in addresses. */
export function knownSecrets({ config, env, toolboxes, servers }: SecretSources): readonly string[] {
  const keys = keyNames(config, toolboxes).map((name) => env[name]?.trim() ?? '')
  const found = [...keys.filter((key) => key.length >= shortestKey), ...passwordsIn(toolboxes.web?.search?.url)]
  return [...new Set([...(config.secrets ?? []), ...found, ...secretsIn(servers, env)])]
}

function keyNames({ models = {} }: Config, { web }: ToolboxPlan): readonly string[] {
  return [
    'GYRE_KEY',
    ...providers.flatMap(({ keys }) => keys),
    ...Object.values(models.providers ?? {}).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []),
    ...Object.keys(searchVariables).filter((name) => name.endsWith('_KEY')),
    ...[web?.search?.keyName ?? []].flat(),
  ]
}

/** An address may be `http://name:password@host`. */
function passwordsIn(address: string | undefined): readonly string[] {
  const password = (address && URL.parse(address)?.password) || ''
  return password === '' ? [] : [...new Set([password, decoded(password)])]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
