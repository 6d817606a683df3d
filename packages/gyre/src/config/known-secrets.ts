/** Texts of the config and the environment that must not be written anywhere. */
import { providers } from '@gyre/models'
import { type McpServersConfig, secretsIn } from '@gyre/tools/mcp'
import { isDatabaseUrl } from './database-url.ts'
import type { Config } from './define-config.ts'
import { deliveryVariables } from './deliveries-config.ts'
import type { Environment } from './environment.ts'
import { keysIn } from './key-variable.ts'
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
  const long = [...signingKeys(env), ...keys, ...deliverySecrets(config, env)].filter(
    (key) => key.length >= shortestKey,
  )
  const found = [...long, ...passwordsIn(toolboxes.web?.search?.url), ...databasePasswords(config, env)]
  return [...new Set([...(config.secrets ?? []), ...found, ...secretsIn(servers, env)])]
}

function keyNames({ models = {} }: Config, { web }: ToolboxPlan): readonly string[] {
  return [
    ...providers.flatMap(({ keys }) => keys),
    ...Object.values(models.providers ?? {}).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []),
    ...Object.keys(searchVariables).filter((name) => name.endsWith('_KEY')),
    ...[web?.search?.keyName ?? []].flat(),
  ]
}

/** Each by itself; one of a key file also as the file has it. */
function signingKeys(env: Environment): readonly string[] {
  return keysIn(env['GYRE_KEY']?.trim() ?? '').flatMap((key) => [...new Set([key, key.replace(/^key:/, '')])])
}

/** Tokens, what is signed with, and addresses; of an address also its last part, where such services have the token. */
function deliverySecrets({ deliveries = {} }: Config, env: Environment): readonly string[] {
  const names = Object.values(deliveries).flatMap(deliveryVariables)
  return names.flatMap((name) => {
    const value = env[name]?.trim() ?? ''
    const last = URL.parse(value)?.pathname.split('/').at(-1) ?? ''
    return [value, last]
  })
}

/** Also of a database that is not used now. */
function databasePasswords({ store }: Config, env: Environment): readonly string[] {
  const addresses = [env['GYRE_DATABASE_URL']?.trim(), isDatabaseUrl(store) ? store : undefined]
  const asked = addresses.flatMap((address) => (address && URL.parse(address)?.searchParams.get('password')) || [])
  return [...addresses.flatMap(passwordsIn), ...asked, ...[env['PGPASSWORD'] || []].flat()]
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
