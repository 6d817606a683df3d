/** One call of `gyre`, from what was typed to the exit code. */
import { type GyreError, toGyreError } from '@gyre/core'
import type { Command } from './command.ts'
import { type Invocation, readCommandLine } from './command-line.ts'
import { commandGroups } from './commands.ts'
import { errorFix } from './error-fix.ts'
import { exitCodeOfError, exitCodes } from './exit-codes.ts'
import { type Host, type Io, ioOf } from './io.ts'
import { Options } from './options.ts'
import type { Place, PlaceNeeds, PlaceOptions } from './place.ts'

export type InvokeOptions = {
  readonly commands?: readonly Command[]
  readonly open?: (options: PlaceOptions) => Promise<Place>
}

const everyCommand = commandGroups.flatMap(({ commands }) => commands)

/** Does what was typed. Whatever goes wrong is told, with what to do about it. */
export async function invoke(args: readonly string[], host: Host, options: InvokeOptions = {}): Promise<number> {
  let command: Command | undefined
  try {
    const invocation = readCommandLine(args, options.commands ?? everyCommand)
    if (invocation.kind === 'command') command = invocation.command
    const io = ioOf(host, invocation.options)
    return invocation.kind === 'command' ? await runCommand(invocation, io, options) : await inform(invocation, io)
  } catch (thrown) {
    const error = toGyreError(thrown, 'loop-failed')
    return fail(error, await errorFix(error, command), args, host)
  }
}

async function inform(invocation: Exclude<Invocation, { kind: 'command' }>, io: Io): Promise<number> {
  if (invocation.kind === 'version') io.print((await import('../manifest.ts')).manifest().version)
  else {
    const { commandHelp, familyHelp, generalHelp } = await import('./help.ts')
    const { command, family } = invocation
    const commands = commandGroups.flatMap(({ commands: each }) => each)
    if (command) io.print(commandHelp(command, commands))
    else io.print(family ? familyHelp(family, commands) : generalHelp(commandGroups))
  }
  return exitCodes.done
}

async function runCommand(
  { command, args, options }: Extract<Invocation, { kind: 'command' }>,
  io: Io,
  { open = openLater, commands = everyCommand }: InvokeOptions,
): Promise<number> {
  let opened: Promise<Place> | undefined
  const place = (needs: PlaceNeeds = {}) => {
    const { cwd, env, platform } = io
    // One that a command has itself says something else there.
    const owner = Object.hasOwn(command.options, 'owner') ? undefined : options.text('owner')
    const onTrouble = (line: string) => io.report(line)
    opened ??= open({ ...needs, cwd, data: options.text('data'), owner, env, platform, onTrouble })
    return opened
  }
  const run = await command.load()
  try {
    return await run({ args, options, io, commands, place })
  } finally {
    // What could not be opened was told already.
    await (await opened?.catch(() => undefined))?.close()
  }
}

const openLater = async (options: PlaceOptions) => (await import('./place.ts')).openPlace(options)

/** What was typed may be what is wrong, so it is looked at once more for how to tell it. */
function fail(error: GyreError, fix: string, args: readonly string[], host: Host): number {
  const isJson = args.some((arg, at) => arg === '--json' || /^--output=.*json$/.test(arg) || wantsJson(args, at))
  if (isJson) host.stdout.write(`${JSON.stringify({ error: { ...error.toJSON(), fix } })}\n`)
  else {
    const { err } = ioOf(host, new Options({ 'no-color': args.includes('--no-color') }))
    err.write(`${err.paint('red', 'Error:')} ${error.message}\n${err.paint('bold', 'Fix:')} ${fix}\n`)
  }
  if (args.includes('--debug') || host.env['GYRE_LOG'] === 'debug') host.stderr.write(`${stackOf(error)}\n`)
  return exitCodeOfError(error)
}

function wantsJson(args: readonly string[], at: number): boolean {
  return args[at] === '--output' && /json$/.test(args[at + 1] ?? '')
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\nCaused by: ${stackOf(error.cause)}` : ''
  return `${error.stack ?? error.message}${cause}`
}
