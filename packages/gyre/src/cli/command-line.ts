/** The command line, read and checked. */
import { parseArgs } from 'node:util'
import { GyreError, toGyreError } from '@gyre/core'

export type Invocation =
  | {
      readonly command: 'run'
      readonly goal: string
      readonly loop: string
      readonly isJson: boolean
      readonly data: string | undefined
    }
  | { readonly command: 'loops'; readonly isJson: boolean }
  | { readonly command: 'help' }
  | { readonly command: 'version' }

export const usage = `gyre: stop, steer, fork, replay and bound any agentic loop.

  gyre [run] [-l LOOP] [--json] [--data DIR] "goal"   run a loop on a goal
  gyre loops [--json]                                 the loops there are
  gyre --help | --version

The answer goes to stdout, progress to stderr. With --json one object goes to stdout: the end of the session, or,
where it waits for a person, its status and its open questions.

Exit codes: 0 answered, 1 failed or stuck, 2 wrong usage, 3 a limit or an open gap, 4 waits for a person,
5 the provider failed, 130 aborted or paused.
`

const options = {
  loop: { type: 'string', short: 'l' },
  json: { type: 'boolean', default: false },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const

/** The loop that runs when none is named. */
const defaultLoop = 'react'

export function readCommandLine(args: readonly string[]): Invocation {
  const { values, positionals } = parse(args)
  if (values.help) return { command: 'help' }
  if (values.version) return { command: 'version' }
  const [first, ...rest] = positionals
  if (first === undefined || (first === 'help' && rest.length === 0)) return { command: 'help' }
  if (first === 'loops') return readLoops(rest, values.json)
  // A bare goal is a run.
  const goal = (first === 'run' ? rest : positionals).join(' ')
  if (goal.trim() === '')
    throw new GyreError('usage-invalid', '`gyre run` needs a goal: gyre run "What is 17 * 6 + 14?"')
  return { command: 'run', goal, loop: values.loop ?? defaultLoop, isJson: values.json, data: values.data }
}

function readLoops([extra]: readonly string[], isJson: boolean): Invocation {
  if (extra === undefined) return { command: 'loops', isJson }
  throw new GyreError('usage-invalid', `\`gyre loops\` takes no \`${extra}\`.`)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw toGyreError(error, 'usage-invalid')
  }
}
