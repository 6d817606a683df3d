/** What in a config of servers must appear in no trace. */

import { plainVariables } from './server-environment.ts'
import { isStdio, type McpServerConfig, type McpServersConfig } from './servers-config.ts'
import { type Environment, fieldsOf, variablesOf, withVariables } from './variables.ts'

/** Shorter texts would tear ordinary words apart. */
const shortest = 6

/**
 * The values that variables fill in, and those given in `env` and `headers`. Values that are plainly none, such as
 * `production`, `3000` or a path, are left out, unless their name says that they are one.
 */
export function secretsIn(config: McpServersConfig, env: Environment): readonly string[] {
  const found = new Set<string>()
  for (const [name, value] of Object.values(config).flatMap((server) => [
    ...filledIn(server, env),
    ...givenTo(server, env),
  ])) {
    if (value.length >= shortest && (isNamedSecret(name) || !isPlain(value))) found.add(value)
  }
  return [...found]
}

type Named = readonly [name: string, value: string]

function filledIn(server: McpServerConfig, env: Environment): readonly Named[] {
  const variables = fieldsOf(server).flatMap(([, text]) => variablesOf(text, env))
  return variables.filter(([name]) => !plainVariables.has(name)).map(([name, value = '']) => [name, value])
}

function givenTo(server: McpServerConfig, env: Environment): readonly Named[] {
  return Object.entries((isStdio(server) ? server.env : server.headers) ?? {}).flatMap(([name, text]): Named[] => {
    const value = withVariables(text, env)
    // The second is what stands behind a word such as `Bearer`.
    return [
      [name, value],
      [name, /^\S+\s+(\S+)$/.exec(value)?.[1] ?? ''],
    ]
  })
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
