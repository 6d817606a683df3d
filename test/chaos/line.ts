/** A line to a server that can be cut, held up and slowed down. */
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Line = {
  readonly port: number
  /** Breaks every connection there is. */
  cut(): void
  /** Nothing passes for so long; connections stay. With `answers` what is asked still comes through. */
  stall(ms: number, what?: 'everything' | 'answers'): void
  /** Every piece takes so much longer from now on. */
  slow(ms: number): void
  close(): Promise<void>
}

/** The same address through a line. */
export function behind(url: string, { port }: Line): string {
  const address = new URL(url)
  address.port = String(port)
  return address.href
}

/** A line to where an address leads. */
export async function startLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url)
  const target = { host: hostname, port: Number(port) }
  const pairs = new Set<readonly [Socket, Socket]>()
  const stalledUntil = { questions: 0, answers: 0 }
  let delayMs = 0

  /** Pieces keep their order: each waits for the one before, and until its own time has come. */
  const pass = (from: Socket, to: Socket, way: keyof typeof stalledUntil): void => {
    let last: Promise<void> = Promise.resolve()
    from.on('data', (piece) => {
      const due = Math.max(Date.now() + delayMs, stalledUntil[way])
      last = last.then(async () => {
        if (due > Date.now()) await sleep(due - Date.now())
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
    pass(client, upstream, 'questions')
    pass(upstream, client, 'answers')
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
    stall: (ms, what = 'everything') => {
      stalledUntil.answers = Date.now() + ms
      if (what === 'everything') stalledUntil.questions = stalledUntil.answers
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
