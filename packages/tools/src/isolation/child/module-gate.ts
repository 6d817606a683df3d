/**
 * Which modules the code may load.
 *
 * The code can change every method there is, and would ask to be let through afterwards. So the checks use methods as
 * they were at first, and objects nobody else has.
 */

/** Modules of Node that compute and no more. What is not named is not there, also what Node adds later. */
const computing = (
  'assert assert/strict buffer constants console crypto diagnostics_channel events module path path/posix path/win32 ' +
  'perf_hooks process punycode querystring stream stream/consumers stream/promises stream/web string_decoder sys ' +
  'timers timers/promises url util util/types zlib'
).split(' ')

/** What code is written in. Other files are no modules, though `require` would read them. */
const endings = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json', '.wasm']

type Method<A extends readonly unknown[], R> = (text: string, ...args: A) => R

const call = Function.prototype.call
const startsWith: Method<[string], boolean> = call.bind(String.prototype.startsWith)
const endsWith: Method<[string], boolean> = call.bind(String.prototype.endsWith)
const indexOf: Method<[string], number> = call.bind(String.prototype.indexOf)
const slice: Method<[number, number], string> = call.bind(String.prototype.slice)

export class ModuleGate {
  readonly #builtins: Record<string, true> = Object.create(null)

  constructor(allowed: readonly string[]) {
    for (const name of [...computing, ...allowed]) this.#builtins[`node:${name}`] = true
  }

  /** Fails for a module of Node that is not allowed. */
  checkBuiltin(url: string): void {
    if (startsWith(url, 'node:') && this.#builtins[url] !== true) throw refused(url)
  }

  /** Fails for a file that is no module. */
  checkFile(url: string): void {
    if (!startsWith(url, 'file:')) return
    const path = before(before(url, '#'), '?')
    for (let index = 0; index < endings.length; index++) if (endsWith(path, endings[index] ?? '')) return
    throw refused(path)
  }
}

function before(text: string, mark: string): string {
  const end = indexOf(text, mark)
  return end < 0 ? text : slice(text, 0, end)
}

function refused(url: string): Error {
  return new Error(`Isolated code cannot use \`${url}\`.`)
}
