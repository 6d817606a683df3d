import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { program } from '../../../test/isolated-program.ts'

const source = new URL('./closed-sockets.ts', import.meta.url).href

/** What came of all attempts in a process whose sockets are closed. */
const tries = `
  import dgram from 'node:dgram'
  import dns from 'node:dns'
  import { writeSync } from 'node:fs'
  import { get } from 'node:http'
  import net from 'node:net'
  import { closeSockets } from '${source}'
  const { fetch } = globalThis
  await closeSockets()
  const attempts = {
    connect: () => net.connect(1, '127.0.0.1'),
    connectByName: () => net.connect(1, 'localhost'),
    unixSocket: () => net.connect('/tmp/none.sock'),
    openPipe: () => new net.Socket({ fd: 1 }),
    listen: () => net.createServer().listen(0, '127.0.0.1'),
    http: () => get('http://127.0.0.1:1/'),
    fetch: () => fetch('http://127.0.0.1:9999/'),
    send: () => dgram.createSocket('udp4').send('x', 1, '127.0.0.1'),
    bind: () => dgram.createSocket('udp4').bind(0, '127.0.0.1'),
    lookup: () => dns.lookup('localhost', () => {}),
    lookupPromise: () => dns.promises.lookup('localhost'),
    query: () => new dns.Resolver().resolve4('localhost', () => {}),
    queryPromise: () => new dns.promises.Resolver().resolve4('localhost'),
  }
  const reasonOf = (error) => error?.cause?.code ?? error?.code
  const came = []
  for (const [name, attempt] of Object.entries(attempts)) {
    const failed = new Promise((resolve) => process.once('uncaughtException', resolve))
    const outcome = async () => {
      const made = await attempt()
      made?.on?.('error', (error) => process.emit('uncaughtException', error))
      return failed
    }
    came.push([name, reasonOf(await outcome().catch((error) => error))])
    process.removeAllListeners('uncaughtException')
  }
  // Even its output would be a socket.
  writeSync(1, JSON.stringify(came))
  process.exit(0)`

describe('closed sockets', () => {
  it('refuse all that a program could do with them', async () => {
    const [said] = (await once(program(tries).stdout!, 'data')) as [Buffer]
    const came = JSON.parse(said.toString()) as [string, string][]
    expect(came).toHaveLength(13)
    expect(came.filter(([, why]) => why !== 'EACCES')).toEqual([])
  })
})
