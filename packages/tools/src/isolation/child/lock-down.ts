/**
 * Takes away what Node's permission model leaves to code: other processes, the network, modules that reach files
 * past it. Done inside the process, so it holds off code, not an attack on the engine itself.
 */
import nodeModule, { registerHooks, syncBuiltinESMExports } from 'node:module'
import { moduleGate } from './module-gate.ts'
import { outputTo } from './output.ts'

export function lockDown(allowed: readonly string[]): void {
  const gate = moduleGate(allowed)
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      gate.checkAddress(found.url)
      return found
    },
    load(url, context, next) {
      gate.checkFile(url)
      return next(url, context)
    },
  })
  // Node keeps its hooks in a list: an accessor for an index, put on all lists, would stand in for one.
  for (const prototype of [Object.prototype, Array.prototype]) Object.preventExtensions(prototype)
  for (const name of processRights) Reflect.deleteProperty(process, name)
  for (const name of moduleRights) Reflect.deleteProperty(nodeModule, name)
  if (!allowed.includes('net')) for (const name of networkGlobals) Reflect.deleteProperty(globalThis, name)
  Object.defineProperty(process, 'stdout', { value: outputTo(1) })
  Object.defineProperty(process, 'stderr', { value: outputTo(2) })
  syncBuiltinESMExports()
}

/** What reaches other processes, streams that are sockets, modules past the hooks, or the state of this process. */
const processRights = (
  '_debugEnd _debugProcess _getActiveHandles _getActiveRequests _kill _linkedBinding abort binding chdir dlopen ' +
  'execve getBuiltinModule initgroups kill loadEnvFile mainModule openStdin report setegid seteuid setgid setgroups ' +
  'setSourceMapsEnabled setuid stdin umask'
).split(' ')

/** Hooks of its own would come before these; any JSON could be had as a map of sources. */
const moduleRights =
  'enableCompileCache findPackageJSON findSourceMap flushCompileCache register registerHooks setSourceMapsSupport'.split(
    ' ',
  )

const networkGlobals = ['fetch', 'WebSocket', 'EventSource']
