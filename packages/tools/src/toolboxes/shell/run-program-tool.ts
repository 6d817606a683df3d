/** `shell.run`: one of the allowed programs, with its arguments as a list. */
import { type ApprovalPolicy, defineTool, GyreError, suggestion, type Tool } from '@gyre/core'
import { z } from 'zod'
import { tellingTrouble } from '../files/access/file-trouble.ts'
import { pathRefused } from '../files/access/path-refused.ts'
import type { ProtectedPlaces } from '../files/access/protected-places.ts'
import type { RootFolder } from '../files/access/root-folder.ts'
import { shownPath } from '../files/access/shown-path.ts'
import { runProgram } from './process/run-program.ts'
import { runReport } from './process/run-report.ts'
import type { AllowedProgram } from './programs/allowed-program.ts'
import { closedFault, type Whereabouts } from './programs/closed-paths.ts'

const mostArguments = 1_000
/** Linux takes no longer one; all of them together fit, too. */
const longestArgument = 100_000
const longestTogether = 1_000_000

export type RunOptions = {
  readonly allowed: ReadonlyMap<string, AllowedProgram>
  readonly root: RootFolder
  readonly places: ProtectedPlaces
  readonly environment: Readonly<Record<string, string>>
  readonly approval: ApprovalPolicy
  readonly timeoutMs: number
  readonly maxOutputBytes: number
}

/** For a program that has to be killed, and for its last words. */
const spareMs = 10_000

export function runProgramTool(options: RunOptions): Tool {
  const { allowed, root, places, environment, approval, timeoutMs, maxOutputBytes } = options
  const names = [...allowed.keys()]
  return defineTool({
    name: 'shell.run',
    description: `Runs a program and tells its exit code and output. There is no shell: no pipes, variables, globs, \`&&\` or redirections. Programs: ${names.join(', ')}.`,
    input: z.strictObject({
      program: z.enum(names),
      args: z
        .array(z.string().max(longestArgument))
        .max(mostArguments)
        .default([])
        .describe('Its arguments, each as one text, handed over as they are: ["log", "--oneline", "-5"].'),
      cwd: z.string().default('.').describe('The folder to run it in, from the root.'),
      stdin: z
        .string()
        .max(1_000_000)
        .optional()
        .describe('What it reads from its standard input; nothing if left out.'),
    }),
    effect: 'once',
    approval,
    permissions: ['process'],
    keepsMarkup: true,
    timeoutMs: timeoutMs + spareMs,
    limits: { outputChars: 2 * maxOutputBytes + 1_000 },
    run: async ({ program, args, cwd, stdin }, { signal }) => {
      const { file, env } = checkedProgram(allowed, program, args)
      await using folder = await tellingTrouble(cwd, 'file-unreadable', () => root.find(cwd))
      if (folder.held.kind !== 'folder') throw pathRefused(cwd, 'is not a folder')
      await folder.held.verify(cwd)
      refuseClosed(program, args, { root: root.path, cwd: folder.held.path, places })
      const command = { file, args, cwd: folder.held.way, env: { ...env, ...environment }, stdin }
      const run = await startable(program, () => runProgram(command, { timeoutMs, maxOutputBytes, signal }))
      return runReport(program, run, timeoutMs)
    },
  })
}

function checkedProgram(allowed: RunOptions['allowed'], program: string, args: readonly string[]): AllowedProgram {
  const found = allowed.get(program)
  if (!found) throw refused(program, `is not one of the allowed programs: ${suggestion(program, [...allowed.keys()])}`)
  const fault = formFault(args) ?? found.fault(args)
  if (fault !== undefined) throw refused(program, `is not run with these arguments: ${fault}.`)
  return found
}

/** Neither a folder that is closed to run in, nor a path to what is. */
function refuseClosed(program: string, args: readonly string[], where: Whereabouts): void {
  const fault = closedFault([`${where.cwd}/`, ...args], where)
  if (fault !== undefined) throw refused(program, `is not run with these arguments: ${fault}.`)
}

function formFault(args: readonly string[]): string | undefined {
  if (args.some((argument) => argument.includes('\0'))) return 'one of them holds a zero byte'
  if (!args.every((argument) => argument.isWellFormed())) return 'one of them is not well-formed text'
  const length = args.reduce((sum, argument) => sum + Buffer.byteLength(argument) + 1, 0)
  return length > longestTogether ? `they have more than ${longestTogether} bytes` : undefined
}

/** A program that cannot be started is told of without its path. */
async function startable<T>(program: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unstartable(program, error)
  }
}

function unstartable(program: string, error: unknown): unknown {
  const { syscall, code } = error as NodeJS.ErrnoException
  if (!syscall?.startsWith('spawn')) return error
  return new GyreError('tool-failed', `\`${program}\` could not be started: ${code}.`, { program, cause: error })
}

function refused(program: string, why: string): GyreError {
  const shown = shownPath(program)
  return new GyreError('program-refused', `\`${shown}\` ${why}`, { program: shown })
}
