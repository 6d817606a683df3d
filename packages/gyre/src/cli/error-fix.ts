/** What to do about an error, as somebody who typed a command is told it. */
import type { GyreError } from '@gyre/core'
import type { Command } from './command.ts'

export async function errorFix(error: GyreError, command: Command | undefined): Promise<string> {
  const { code, fix, details } = error
  const name = details['command'] ?? command?.name
  // How a command is to be used is told by its own help.
  if (isUsage(code) && name !== undefined) return `Run \`gyre help ${name}\` for examples and options.`
  if (code === 'step-unknown') return stepFix
  if (code === 'session-unknown') return sessionFix
  // Whoever types a command begins no session by hand.
  if (code === 'person-needed' && name !== undefined) return `Answer it at a terminal, or beforehand: gyre help ${name}`
  return code === 'tool-unknown' ? ((await toolFix(error)) ?? fix) : fix
}

/** Faults of what was typed. The server names the fields of a key the same way over HTTP. */
function isUsage(code: GyreError['code']): boolean {
  return code === 'usage-invalid' || code === 'request-invalid'
}

const stepFix =
  '`gyre show ID --steps` lists the steps, each with its number and its path. The numbers of `gyre run` only count them.'

const sessionFix = 'Check the id, and where it is looked for: `--data DIR` and `--owner NAME` name another place.'

/** A tool that comes with Gyre and is not switched on. */
async function toolFix({ details: { tool, known } }: GyreError): Promise<string | undefined> {
  if (typeof tool !== 'string' || !Array.isArray(known)) return undefined
  const { absentTool } = await import('./tools/absent-tool.ts')
  const absent = absentTool(tool, known.map(String))
  return absent && `To have \`${tool}\`, ${absent}, in gyre.config.ts.`
}
