/** What in a config of servers must appear in no trace. */
import { plainVariables } from './server-environment.ts'
import type { McpServerConfig, McpServersConfig } from './servers-config.ts'
import { type Environment, fieldsOf, variablesOf, withVariables } from './variables.ts'

/** Shorter texts would tear ordinary words apart. */
const shortest = 6

/**
 * The values that variables fill in, and those given in `env` and `headers`. Values that are plainly none, such as
 * `production`, `3000` or a path, are left out, unless their name says that they are one.
 */
export function secretsIn(config: McpServersConfig, env: Environment): readonly string[] {
  const found = new Set<string>()
  for (const [name, value] of Object.values(config).flatMap((server) => valuesOf(server, env))) {
    if (value.length >= shortest && (isNamedSecret(name) || !isPlain(value))) found.add(value)
  }
  return [...found]
}

type Named = readonly [name: string, value: string]

function valuesOf(server: McpServerConfig, env: Environment): readonly Named[] {
  return fieldsOf(server).flatMap(([field, text]) => {
    const variables = variablesOf(text, env).filter(([name]) => !plainVariables.has(name))
    const filledIn = variables.map(([name, value = '']): Named => [name, value])
    return /^(?:env|headers)\./.test(field) ? [...filledIn, ...given(field, withVariables(text, env))] : filledIn
  })
}

/** A value as it is sent, and what stands in it behind a word such as `Bearer`. */
function given(field: string, value: string): readonly Named[] {
  return [
    [field, value],
    [field, /^\S+\s+(\S+)$/.exec(value)?.[1] ?? ''],
  ]
}

function isNamedSecret(name: string): boolean {
  return /key|token|secret|passw|credential|authorization|auth$|cookie|dsn/i.test(name)
}

/** Words, numbers, paths and addresses without anything that could be a key. */
function isPlain(value: string): boolean {
  if (/^[A-Za-z]+(?:[ _-][A-Za-z]+)*$/.test(value)) return value.length < 24
  if (/^[\d.,:;+-]+$/.test(value)) return true
  if (/^(?:~|\.{1,2})?\/[\w.@ -]+(?:\/[\w.@ -]+)*\/?$/.test(value)) return true
  return /^(?:https?|wss?):\/\/[^@?#]*$/.test(value)
}
