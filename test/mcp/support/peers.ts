/** Servers that tests talk to: those that the protocol's makers publish, and bad ones of our own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { StdioServerConfig } from '../../../packages/tools/src/mcp/config/servers-config.ts'
import type { Behaviour } from './raw-server.ts'

const published = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol')
const everythingFile = join(published, 'server-everything/dist/index.js')

export const everything: StdioServerConfig = { command: process.execPath, args: [everythingFile, 'stdio'] }

export function filesystem(folder: string): StdioServerConfig {
  return { command: process.execPath, args: [join(published, 'server-filesystem/dist/index.js'), folder] }
}

export function memory(file: string): StdioServerConfig {
  const env = { MEMORY_FILE_PATH: file }
  return { command: process.execPath, args: [join(published, 'server-memory/dist/index.js')], env }
}

/** A server of 2026-07-28; `both` takes older clients, too. */
export function modern(takes: 'new' | 'both' = 'new'): StdioServerConfig {
  return { command: process.execPath, args: [join(import.meta.dirname, 'modern-stdio.ts'), takes] }
}

export function raw(behaviour: Behaviour = {}): StdioServerConfig {
  return { command: process.execPath, args: [join(import.meta.dirname, 'raw-server.ts'), JSON.stringify(behaviour)] }
}

/** What a process of ours gives its servers. */
export const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], GYRE_SECRET: 'not for servers' }

export type RunningServer = { readonly url: string; readonly port: number; stop(): Promise<void> }

/** The server that has one of everything, over HTTP. The port is a free one unless it is named. */
export async function everythingOver(transport: 'streamableHttp' | 'sse', port?: number): Promise<RunningServer> {
  const own = port ?? (await freePort())
  const child = spawn(process.execPath, [everythingFile, transport], {
    env: { PATH: process.env['PATH'], PORT: String(own) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await listening(child)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { url: `http://127.0.0.1:${own}/${transport === 'sse' ? 'sse' : 'mcp'}`, port: own, stop }
}

async function listening(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
      if (/on port \d+/.test(said)) resolve()
    })
    child.once('exit', () => reject(new Error(`The server did not start: ${said}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Whether a process runs. One that has ended may be listed until whoever is in charge of it looks. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return !/\) Z /.test(state)
}

/** Waits until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}
