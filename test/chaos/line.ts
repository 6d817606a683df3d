/** A line to a server that can be cut, held up and slowed down. */
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Line = {
  readonly port: number
  /** Breaks every connection there is. */
  cut(): void
  /** Nothing passes for so long; connections stay. */
  stall(ms: number): void
  /** Every piece takes so much longer from now on. */
  slow(ms: number): void
  close(): Promise<void>
}

export async function startLine(target: { readonly host: string; readonly port: number }): Promise<Line> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let delayMs = 0
  let stalledUntil = 0

  /** Pieces keep their order: each waits for the one before. */
  const pass = (from: Socket, to: Socket): void => {
    let last: Promise<void> = Promise.resolve()
    from.on('data', (piece) => {
      const wait = Math.max(delayMs, stalledUntil - Date.now())
      last = last.then(async () => {
        if (wait > 0) await sleep(wait)
        if (!to.destroyed) to.write(piece)
      })
    })
  }

  const server = createServer((client) => {
    const upstream = connect(target)
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port.')
  const cut = () => {
    for (const [client, upstream] of pairs) {
      client.destroy()
      upstream.destroy()
    }
  }
  return {
    port: address.port,
    cut,
    stall: (ms) => {
      stalledUntil = Date.now() + ms
    },
    slow: (ms) => {
      delayMs = ms
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
