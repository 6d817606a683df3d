/** Programs of this machine, for models: those that are named, without a shell, in one folder. */
import { delimiter } from 'node:path'
import { type ApprovalPolicy, defineToolbox, GyreError, type Toolbox } from '@gyre/core'
import { type ProtectedPlace, ProtectedPlaces } from '../files/access/protected-places.ts'
import { RootFolder } from '../files/access/root-folder.ts'
import { allowedProgram, type ShellProgram } from './programs/allowed-program.ts'
import { searchFolders } from './programs/search-path.ts'
import { runProgramTool } from './run-program-tool.ts'

/** The programs that may be run, where, for how long and with which environment. */
export type ShellOptions = {
  /** Programs by their exact names. Those that run others, as interpreters do, need `anyArgs`. */
  readonly programs: readonly ShellProgram[]
  /** Where programs run: this folder, or one inside of it. It does not keep them from naming files elsewhere. */
  readonly cwd: string
  /** 60 s when left out. */
  readonly timeoutMs?: number | undefined
  /** The whole environment besides PATH and LANG; a PATH in it is where programs are looked for. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Of each of the two outputs: 30 000 when left out. */
  readonly maxOutputBytes?: number | undefined
  /** A person is asked each time when left out. */
  readonly approval?: ApprovalPolicy | undefined
  /** Places that are closed: arguments that are paths to them are refused. */
  readonly protectedPlaces?: readonly ProtectedPlace[] | undefined
}

/** One tool that runs the named programs. */
export function shellToolbox({ programs, cwd, env = {}, approval = 'always', ...bounds }: ShellOptions): Toolbox {
  const { timeoutMs = 60_000, maxOutputBytes = 30_000, protectedPlaces = [] } = bounds
  checkWhole({ timeoutMs, maxOutputBytes })
  const root = new RootFolder(cwd)
  const folders = searchFolders(env['PATH'], root.path)
  const allowed = new Map(
    programs.map((program) => allowedProgram(program, { folders, cwd: root.path })).map((each) => [each.name, each]),
  )
  if (allowed.size === 0 || allowed.size < programs.length) {
    throw new GyreError('config-invalid', '`programs` must name at least one program, and each of them once.')
  }
  const environment = { LANG: 'C.UTF-8', ...env, PATH: folders.join(delimiter) }
  const places = new ProtectedPlaces(root.path, protectedPlaces)
  const tool = runProgramTool({ allowed, root, places, environment, approval, timeoutMs, maxOutputBytes })
  return defineToolbox({ name: 'shell', description: 'Runs programs of this machine.', tools: [tool] })
}

function checkWhole(given: Readonly<Record<string, number>>): void {
  const wrong = Object.entries(given).find(
    ([, value]) => !Number.isSafeInteger(value) || value < 1 || value > 2 ** 31 - 1,
  )
  if (!wrong) return
  throw new GyreError(
    'config-invalid',
    `\`${wrong[0]}\` must be a whole number from 1 to ${2 ** 31 - 1}, not ${wrong[1]}.`,
  )
}
