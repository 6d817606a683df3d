/** A real Valkey or Redis server for tests: the one TEST_VALKEY_URL names, or one started from the PATH. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { OpenKeyValue } from '@gyre/core/testing'
import { Redis } from 'iovalkey'
import { valkeyKeyValue } from '../src/valkey/key-value.ts'
import { freePort } from './loopback-server.ts'

export type ValkeyServer = { readonly url: string; stop(): Promise<void> }

/** Starts it, or undefined when there is none. */
export function findValkeyServer(): (() => Promise<ValkeyServer>) | undefined {
  const url = process.env['TEST_VALKEY_URL']
  if (url) return async () => ({ url, stop: async () => {} })
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const places = ['valkey-server', 'redis-server'].flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = places.find((place) => existsSync(place))
  return found === undefined ? undefined : () => start(found)
}

async function start(program: string): Promise<ValkeyServer> {
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const said: string[] = []
  const lines = createInterface({ input: child.stdout })
  const isReady = await new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      said.push(line)
      if (/ready to accept connections/i.test(line)) resolve(true)
    })
    lines.once('close', () => resolve(false))
  })
  if (!isReady) throw new Error(`${program} did not start:\n${said.join('\n')}`)
  return {
    url: `valkey://127.0.0.1:${port}`,
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** A table of its own on a server that may hold other things; its keys go with it. */
export function ownTable(url: string): OpenKeyValue & { readonly prefix: string } {
  const prefix = `gyre-test:${randomUUID()}:`
  const keyValue = valkeyKeyValue(url, { prefix })
  return {
    keyValue,
    prefix,
    async close() {
      await keyValue.close()
      const client = new Redis(url)
      for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1000 })) {
        if (keys.length > 0) await client.del(keys)
      }
      await client.quit()
    },
  }
}
