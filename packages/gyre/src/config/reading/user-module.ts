/** Modules of people, loaded as they are written. */
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ErrorCode } from '@gyre/core'
import { faultsError } from './fault.ts'
import { moduleFault } from './module-fault.ts'

export type ModuleOptions = {
  /** What faults are called. */
  readonly code: ErrorCode
  /** The folder that files are named from. */
  readonly cwd: string
}

/** The default export of a module; fails with the place and the reason. */
export async function defaultExport(file: string, { code, cwd }: ModuleOptions): Promise<unknown> {
  welcomeModules()
  const loaded = await load(file, { code, cwd })
  if ('default' in loaded) return loaded['default']
  const message = `expected a default export: \`export default …\``
  throw faultsError(code, [{ file: relative(cwd, file), path: [], message }])
}

async function load(file: string, { code, cwd }: ModuleOptions): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>
  } catch (thrown) {
    throw faultsError(code, [await moduleFault(thrown, file, cwd)], thrown)
  }
}

let isWelcoming = false
const loaded = new Set<string>()

/** The files of all modules that people's modules are made of, but for what is installed. */
export function loadedModules(): readonly string[] {
  return [...loaded]
}

/**
 * Makes modules load in any folder. TypeScript is an ES module, whatever package.json says: `npm init` makes packages
 * in which it would not be. What Gyre itself is made of is found also when Gyre is not installed in that folder.
 */
function welcomeModules(): void {
  if (isWelcoming) return
  isWelcoming = true
  registerHooks({
    load: (url, context, next) => {
      if (isOwn(url)) loaded.add(fileURLToPath(url))
      return next(url, isTypeScript(url) ? { ...context, format: 'module-typescript' } : context)
    },
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context)
      } catch (error) {
        if (!ours.test(specifier)) throw error
        return next(specifier, { ...context, parentURL: import.meta.url })
      }
    },
  })
}

const ours = /^(?:gyre(?:\/[\w-]+)?|@gyre\/[\w/-]+|zod)$/

function isTypeScript(url: string): boolean {
  return isOwn(url) && /\.m?ts$/.test(url)
}

function isOwn(url: string): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/')
}
