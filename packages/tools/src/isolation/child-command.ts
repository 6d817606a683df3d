/** The command that starts a child: Node with as few rights as its permission model can express. */
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GyreError } from '@gyre/core'
import { packageCode, packageModule } from './package-module.ts'
import type { Order } from './protocol.ts'
import { codeFiles, installedFor, outermost, ownFolder } from './readable-code.ts'

/** What isolated code may do besides computing. */
export type IsolatedPermissions = {
  /** Files and folders it may read. Node follows links in them, wherever they lead. */
  readonly read?: readonly string[]
  readonly network?: true
}

export type ChildOptions = {
  readonly module: URL
  readonly memoryMb: number
  readonly permissions: IsolatedPermissions
}

/** The arguments of `node`. */
export function childCommand({ module, memoryMb, permissions }: ChildOptions): readonly string[] {
  const main = fileURLToPath(packageModule('isolation/child/main'))
  const { read = [], network } = permissions
  const builtins = [...(read.length > 0 ? reading : []), ...(network ? networking : [])]
  const folder = folderOf(fileURLToPath(module))
  // Without modules that open files, the gate sees all that is read. With them, only the rights stand before a file.
  const own = builtins.length > 0 ? codeFiles(folder) : [folder]
  const readable = [...gyreCode(), ...own, ...installedFor(folder), ...read.map((path) => resolve(path))]
  const order: Order = { module: module.href, memoryMb, builtins }
  return [
    '--permission',
    // For the warden alone: the child gives the right up before it loads the code.
    '--allow-worker',
    ...outermost(readable).map(readFlag),
    ...(network && process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
    `--max-old-space-size=${memoryMb}`,
    '--disable-sigusr1',
    '--no-warnings',
    ...conditionFlags(process.execArgv),
    main,
    JSON.stringify(order),
  ]
}

/** The child itself, what of this package runs in it, and core, which may be linked from elsewhere. */
function gyreCode(): readonly string[] {
  return [packageCode, dirname(fileURLToPath(import.meta.resolve('@gyre/core')))]
}

function folderOf(file: string): string {
  try {
    return ownFolder(file)
  } catch (error) {
    throw missing(file, error)
  }
}

function missing(file: string, cause: unknown): GyreError {
  return new GyreError('tool-invalid', `There is no module ${file} to run.`, { cause })
}

const reading: readonly string[] = ['fs', 'fs/promises']
const networking: readonly string[] = ['dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'net', 'tls']

function readFlag(path: string): string {
  // To Node a star is all that begins like this.
  if (!path.includes('*')) return `--allow-fs-read=${path}`
  throw new GyreError('tool-invalid', `Isolated code cannot be let read \`${path}\`: no \`*\` in its path.`, { path })
}

/** Whoever runs from sources does so in its children. Other options are nobody else's business. */
export function conditionFlags(options: readonly string[]): readonly string[] {
  return options.flatMap((option, index) => {
    if (/^(?:--conditions|-C)=/.test(option)) return [option.replace(/^-C=/, '--conditions=')]
    const value = options[index + 1]
    return (option === '--conditions' || option === '-C') && value !== undefined ? [`--conditions=${value}`] : []
  })
}
