/**
 * Which modules the code may load.
 *
 * The code can change every method there is, and would ask to be let through afterwards. So the checks use methods as
 * they were at first, and objects nobody else has.
 */
import { fileURLToPath } from 'node:url'
import { codeEndings } from '../code-endings.ts'

/** Modules of Node that compute and no more. What is not named is not there, also what Node adds later. */
const computing = (
  'assert assert/strict buffer constants console crypto diagnostics_channel events module path path/posix path/win32 ' +
  'perf_hooks process punycode querystring stream stream/consumers stream/promises stream/web string_decoder sys ' +
  'timers timers/promises url util util/types zlib'
).split(' ')

type Method<A extends readonly unknown[], R> = (text: string, ...args: A) => R

const call = Function.prototype.call
const startsWith: Method<[string], boolean> = call.bind(String.prototype.startsWith)
const endsWith: Method<[string], boolean> = call.bind(String.prototype.endsWith)
const indexOf: Method<[string], number> = call.bind(String.prototype.indexOf)
const lastIndexOf: Method<[string], number> = call.bind(String.prototype.lastIndexOf)
const slice: Method<[number, number?], string> = call.bind(String.prototype.slice)
const decode = decodeURIComponent
// What is imported follows the module when that is changed.
const toPath = fileURLToPath
const Address = URL
const canParse = URL.canParse
const hrefOf: (url: URL) => string = call.bind(
  Object.getOwnPropertyDescriptor(URL.prototype, 'href')?.get as () => string,
)

/** The process's own program: changed, it would no longer check. */
const ownCode = new URL('./', import.meta.url).href

export type ModuleGate = {
  /** Fails for a file that cannot be read, whether it is there or not: Node would tell which. */
  readonly checkRequest: (specifier: string, parent: string | undefined) => void
  /** Fails for a module of Node that is not allowed, and for this program. */
  readonly checkAddress: (url: string) => void
  /** Fails for a file that is no code, though `require` would read it. Packages have their data as JSON. */
  readonly checkFile: (url: string) => void
}

export function moduleGate(allowed: readonly string[], isReadable: (path: string) => boolean): ModuleGate {
  const builtins: Record<string, true> = Object.create(null)
  for (const name of [...computing, ...allowed]) builtins[`node:${name}`] = true
  return {
    checkRequest(specifier, parent) {
      const url = addressOf(specifier, parent)
      if (startsWith(url, 'file:') && !isReadable(toPath(url))) throw refused(url)
    },
    checkAddress(url) {
      if (startsWith(url, 'node:') && builtins[url] !== true) throw refused(url)
      if (startsWith(url, ownCode)) throw refused(url)
    },
    checkFile(url) {
      if (!startsWith(url, 'file:')) return
      const path = decode(before(before(url, '#'), '?'))
      const isInstalled = indexOf(path, '/node_modules/') >= 0
      if (isInstalled ? isCode(path) || endsWith(path, '.json') : isCode(path) && !isHidden(path)) return
      throw refused(path)
    },
  }
}

/** Of a file that is named by a path or an address; nothing for a package. */
function addressOf(specifier: string, parent: string | undefined): string {
  if (canParse(specifier)) return hrefOf(new Address(specifier))
  const isPath = startsWith(specifier, '.') || startsWith(specifier, '/')
  return isPath && canParse(specifier, parent) ? hrefOf(new Address(specifier, parent)) : ''
}

function isCode(path: string): boolean {
  for (let index = 0; index < codeEndings.length; index++) if (endsWith(path, codeEndings[index] ?? '')) return true
  return false
}

function isHidden(path: string): boolean {
  return startsWith(slice(path, lastIndexOf(path, '/') + 1), '.')
}

function before(text: string, mark: string): string {
  const end = indexOf(text, mark)
  return end < 0 ? text : slice(text, 0, end)
}

function refused(url: string): Error {
  return new Error(`Isolated code cannot use \`${url}\`.`)
}
