/** Variables in a server's config: `${NAME}` and `${NAME:-default}`, filled from the environment that is given. */
import { GyreError } from '@gyre/core'
import { isStdio, type McpServerConfig, type McpServersConfig } from './servers-config.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** `${env:NAME}` is how editors write it. */
const reference = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g
const anyReference = /\$\{([^}]*)\}/g

export type MissingVariable = {
  readonly server: string
  readonly variable: string
  /** Where it is asked for, such as `env.TOKEN`. */
  readonly field: string
}

/** The texts of a config that may hold variables, by field. */
export function fieldsOf(config: McpServerConfig): readonly (readonly [field: string, text: string])[] {
  // A config that was not read by its schema may hold bare numbers.
  const listed = (key: string, texts: Readonly<Record<string, string>> = {}) =>
    Object.entries(texts).map(([name, text]) => [`${key}.${name}`, String(text)] as const)
  if (!isStdio(config)) return [['url', String(config.url)], ...listed('headers', config.headers)]
  const args = (config.args ?? []).map((text, index) => [`args[${index}]`, String(text)] as const)
  return [...args, ...listed('env', config.env)]
}

/** The variables that a text names, with their values: undefined where there is none. */
export function variablesOf(
  text: string,
  env: Environment,
): readonly (readonly [name: string, value: string | undefined])[] {
  return [...text.matchAll(reference)].map(([, name = '', fallback]) => [name, lookup(env, name, fallback)] as const)
}

function lookup(env: Environment, name: string, fallback: string | undefined): string | undefined {
  const value = Object.hasOwn(env, name) ? env[name] : undefined
  // As in a shell, a default stands in for an empty value, too.
  return fallback === undefined ? value : value || fallback
}

/** A text with its variables filled in; one that is not set leaves nothing. */
export function withVariables(text: string, env: Environment): string {
  return text.replace(reference, (_, name: string, fallback?: string) => lookup(env, name, fallback) ?? '')
}

/** Every variable that a config asks for and the environment does not have. Servers that are disabled need none. */
export function missingVariables(config: McpServersConfig, env: Environment): readonly MissingVariable[] {
  return Object.entries(config)
    .filter(([, { disabled }]) => !disabled)
    .flatMap(([server, entry]) => missingOf(server, entry, env))
}

function missingOf(server: string, config: McpServerConfig, env: Environment): readonly MissingVariable[] {
  return fieldsOf(config).flatMap(([field, text]) =>
    variablesOf(text, env)
      .filter(([, value]) => value === undefined)
      .map(([variable]) => ({ server, variable, field })),
  )
}

/** A server's config with every variable filled in. */
export function filled<C extends McpServerConfig>(server: string, config: C, env: Environment): C {
  const [missing] = missingOf(server, config, env)
  if (missing) {
    const { variable, field } = missing
    const message = `MCP server \`${server}\`: the variable \`${variable}\`, asked for in \`${field}\`, is not set.`
    throw new GyreError('config-file-invalid', message, { server, variable, field })
  }
  for (const [field, text] of fieldsOf(config)) refuseUnknownForms(server, field, text)
  const fill = (text: string) => withVariables(text, env)
  const fillAll = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]))
  if (!isStdio(config)) {
    return { ...config, url: fill(config.url), ...(config.headers && { headers: fillAll(config.headers) }) }
  }
  return {
    ...config,
    ...(config.args && { args: config.args.map(fill) }),
    ...(config.env && { env: fillAll(config.env) }),
  }
}

/** `${input:key}` and the like are other programs' own: sent on as they stand they would be a wrong password. */
function refuseUnknownForms(server: string, field: string, text: string): void {
  const [strange] = text.replace(reference, '').match(anyReference) ?? []
  if (strange === undefined) return
  const message = `MCP server \`${server}\`: \`${strange}\` in \`${field}\` is no variable; write \`\${NAME}\` or \`\${NAME:-default}\`.`
  throw new GyreError('config-file-invalid', message, { server, field })
}
