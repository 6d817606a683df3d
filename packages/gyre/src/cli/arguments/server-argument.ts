/** An MCP server as it is typed: a command, or an address with what is sent to it. What may be a key is never told again. */
import { GyreError, issuesOf } from '@gyre/core'
import { mcpServersSchema } from '@gyre/tools/mcp'
import type { Options } from '../options.ts'

export type ServerEntry = Readonly<Record<string, unknown>>

export function serverArgument([name = '', ...command]: readonly string[], options: Options) {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    throw wrong(
      `\`${name}\` is no name for a server: its tools are called \`name.tool\`, so use letters, digits, _ and -.`,
    )
  }
  const entry = entryOf(command, options)
  const [issue] = issuesOf(mcpServersSchema, { [name]: entry })
  if (issue) throw wrong(`${issue.path.slice(1).join('.')}: ${issue.message}`)
  return { name, entry }
}

function entryOf([program, ...args]: readonly string[], options: Options): ServerEntry {
  const url = options.text('url')
  const [headers, env] = [options.texts('header'), options.texts('env')]
  if (program !== undefined && url !== undefined) throw wrong('Give a command or `--url`, not both.')
  if (url !== undefined) {
    if (env.length > 0) throw wrong('`--env` is for a command that is started; with `--url` use `--header`.')
    return { type: 'http', url, ...(headers.length > 0 && { headers: pairsOf(headers, header) }) }
  }
  if (program !== undefined && /^https?:/i.test(program)) throw wrong(addressFault)
  if (program === undefined) throw wrong('Say how the server is reached: `-- COMMAND ARGS…` or `--url URL`.')
  if (headers.length > 0) throw wrong('`--header` is for `--url`; a command is given variables by `--env`.')
  return { command: program, ...(args.length > 0 && { args }), ...(env.length > 0 && { env: pairsOf(env, variable) }) }
}

const addressFault = 'That is an address and no command. Write it as: --url URL'

type PairForm = { readonly pattern: RegExp; readonly fault: string }

const header: PairForm = {
  pattern: /^([\w!#$%&'*+.^`|~-]+):\s*(\S.*)$/,
  fault: "`--header`: expected 'NAME: VALUE', such as 'Authorization: Bearer …'.",
}

const variable: PairForm = { pattern: /^([A-Za-z_]\w*)=(.*)$/s, fault: '`--env`: expected NAME=VALUE.' }

function pairsOf(given: readonly string[], { pattern, fault }: PairForm): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, value] = pattern.exec(text) ?? []
      if (name === undefined || value === undefined) throw wrong(fault)
      return [name, value]
    }),
  )
}

function wrong(message: string): GyreError {
  return new GyreError('usage-invalid', message, { command: 'mcp add' })
}
