/**
 * Takes away what Node's permission model leaves to code: other processes, the network, modules and files that it would
 * reach past the gate. Done inside the process, so it holds off code, not an attack on the engine itself.
 */
import { open } from 'node:fs/promises'
import nodeModule, { registerHooks, syncBuiltinESMExports } from 'node:module'
import { Server, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { closeSockets } from './closed-sockets.ts'
import { moduleGate } from './module-gate.ts'
import { outputTo } from './output.ts'

export async function lockDown(allowed: readonly string[]): Promise<void> {
  // At first: whoever looks at Node's own makes sockets of them, which do not wait.
  Object.defineProperty(process, 'stdout', { value: outputTo(1) })
  Object.defineProperty(process, 'stderr', { value: outputTo(2) })
  guardModules(allowed)
  // Node keeps its hooks in a list: an accessor for an index, put on all lists, would stand in for one.
  for (const prototype of [Object.prototype, Array.prototype]) Object.preventExtensions(prototype)
  // Node asks an address for its path once it is checked: it must not give another one then.
  Object.freeze(URL.prototype)
  for (const name of processRights) Reflect.deleteProperty(process, name)
  for (const name of moduleRights) Reflect.deleteProperty(nodeModule, name)
  for (const prototype of [Socket.prototype, Server.prototype, await fileHandles()]) neverCopied(prototype)
  if (!allowed.includes('net')) await closeNetwork()
  syncBuiltinESMExports()
}

type Statting = { _stat: (path: string) => number }

function guardModules(allowed: readonly string[]): void {
  // As it is now: the code can put another in its place.
  const has = process.permission.has.bind(process.permission)
  const isReadable = (path: string) => has('fs.read', path)
  const gate = moduleGate(allowed, isReadable)
  registerHooks({
    resolve(specifier, context, next) {
      gate.checkRequest(specifier, context.parentURL)
      const found = next(specifier, context)
      gate.checkAddress(found.url)
      return found
    },
    load(url, context, next) {
      gate.checkFile(url)
      return next(url, context)
    },
  })
  // `require` looks for files everywhere before it reads one: what may not be read is not there.
  const loader = nodeModule as unknown as Statting
  const stat = loader._stat
  loader._stat = (path) => (isReadable(path) ? stat(path) : missing)
}

const missing = -2

/** What reaches other processes, streams that are sockets, modules past the hooks, or the state of this process. */
const processRights = (
  '_debugEnd _debugProcess _getActiveHandles _getActiveRequests _kill _linkedBinding abort binding chdir dlopen ' +
  'execve getBuiltinModule initgroups kill loadEnvFile mainModule openStdin report setegid seteuid setgid setgroups ' +
  'setSourceMapsEnabled setuid stdin umask'
).split(' ')

/**
 * Hooks of its own would come before these; any JSON could be had as a map of sources. What is changed in a module of
 * Node would reach those who imported it before.
 */
const moduleRights = (
  '_stat enableCompileCache findPackageJSON findSourceMap flushCompileCache register registerHooks ' +
  'setSourceMapsSupport syncBuiltinESMExports'
).split(' ')

/** What opened files are made of in Node: no name leads there. */
async function fileHandles(): Promise<object> {
  await using file = await open(fileURLToPath(import.meta.url))
  return Object.getPrototypeOf(file)
}

/**
 * What is copied says what it becomes, and code can make it say anything: no copy becomes a file or a socket. They would
 * lead to the classes that open others.
 */
function neverCopied(prototype: object): void {
  for (const symbol of Object.getOwnPropertySymbols(prototype)) {
    if (symbol.description?.startsWith('messaging_')) Reflect.deleteProperty(prototype, symbol)
  }
}

async function closeNetwork(): Promise<void> {
  for (const name of networkGlobals) Reflect.deleteProperty(globalThis, name)
  // Node puts its client for HTTP here, unless there is one.
  for (const name of ['undici.globalDispatcher.1', 'undici.globalDispatcher.2']) {
    Object.defineProperty(globalThis, Symbol.for(name), { value: null })
  }
  // Where Node has a permission for the network, it was not given.
  if (!process.allowedNodeEnvironmentFlags.has('--allow-net')) await closeSockets()
}

const networkGlobals = 'fetch CloseEvent EventSource FormData Headers MessageEvent Request Response WebSocket'.split(
  ' ',
)
