/** The command that starts a child: Node with as few rights as its permission model can express. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GyreError } from '@gyre/core'
import { packageModule } from './package-module.ts'
import type { Order } from './protocol.ts'
import { packageFolder, readableFolders } from './readable-folders.ts'

/** What isolated code may do besides computing. */
export type IsolatedPermissions = {
  /** Files and folders it may read. */
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
  const folders = [packageFolder(main), ...foldersOf(fileURLToPath(module)), ...read.map((path) => resolve(path))]
  const builtins = [...(read.length > 0 ? reading : []), ...(network ? networking : [])]
  const order: Order = { module: module.href, memoryMb, builtins }
  return [
    '--permission',
    // For the warden alone: the child gives the right up before it loads the code.
    '--allow-worker',
    ...folders.map(readFlag),
    ...(network && process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
    `--max-old-space-size=${memoryMb}`,
    '--disable-sigusr1',
    '--no-warnings',
    ...conditionFlags(process.execArgv),
    main,
    JSON.stringify(order),
  ]
}

function foldersOf(file: string): readonly string[] {
  try {
    return readableFolders(file)
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
