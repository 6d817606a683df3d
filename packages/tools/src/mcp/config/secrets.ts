/** What in a config of servers must appear in no trace. */
import { plainVariables } from './server-environment.ts'
import type { McpServerConfig, McpServersConfig } from './servers-config.ts'
import { type Environment, fieldsOf, variablesOf, withVariables } from './variables.ts'

/** Shorter texts would tear ordinary words apart. */
const shortest = 6

/**
 * The values that variables fill in, but for what every program knows, and those that are written in `env` and
 * `headers`: unless such a one is plainly none, as `production`, `3000` or a path, and no name says that it is.
 */
export function secretsIn(config: McpServersConfig, env: Environment): readonly string[] {
  const found = new Set<string>()
  for (const value of Object.values(config).flatMap((server) => valuesOf(server, env))) {
    if (value.length >= shortest) found.add(value)
  }
  return [...found]
}

function valuesOf(server: McpServerConfig, env: Environment): readonly string[] {
  return fieldsOf(server).flatMap(([field, text]) => {
    const isSent = /^(?:env|headers)\./.test(field)
    const variables = variablesOf(text, env).filter(([name]) => !isPlainVariable(name))
    const filledIn = variables.flatMap(([name, value = '']) =>
      isSecret(name, value) || (isSent && isNamedSecret(field)) ? [value] : [],
    )
    return isSent
      ? [...filledIn, ...sent(withVariables(text, env)).filter((value) => isSecret(field, value))]
      : filledIn
  })
}

/** The folder that one works in is no secret either. */
const isPlainVariable = (name: string) => name === 'PWD' || plainVariables.has(name)

/** A value as it is sent, and what stands in it behind a word such as `Bearer`. */
function sent(value: string): readonly string[] {
  return [value, /^\S+\s+(\S+)$/.exec(value)?.[1] ?? '']
}

function isSecret(name: string, value: string): boolean {
  return isNamedSecret(name) || !isPlain(value)
}

/** Words of names that are long enough to be nothing else, and short ones that stand by themselves. */
function isNamedSecret(name: string): boolean {
  if (/key|token|secret|passw|passphrase|passcode|credential|authorization|cookie|dsn/i.test(name)) return true
  return /(?:^|[_.-])(?:\w*(?<!by|com)pass|\w*auth|pwd|pin|pat|otp|jwt|creds?|bearer)(?:$|[_.-])/i.test(name)
}

/** Words, numbers, paths and addresses without anything that could be a key. Passphrases are longer than words are. */
function isPlain(value: string): boolean {
  if (/^[A-Za-z]+(?:[ _-][A-Za-z]+)*$/.test(value)) return value.length < 24 && !/[A-Za-z]{15}/.test(value)
  if (/^[\d.,:;+-]+$/.test(value)) return true
  if (/^(?:~|\.{1,2})?\/[\w.@ -]+(?:\/[\w.@ -]+)*\/?$/.test(value)) return true
  return /^(?:https?|wss?):\/\/[^@?#]*$/.test(value)
}
