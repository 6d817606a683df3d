/** A way to a PostgreSQL on which an answer gets lost, once, or all of them. */
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type LossyProxy = {
  readonly url: string
  /** The next commit is done, and its answer lost with the connection. */
  loseNextCommit(): void
  /** The next that is asked is done, and its answer lost with the connection. */
  loseNextAnswer(): void
  readonly lost: number
  /** From now on nothing comes back over the connections there are; new ones are as before. */
  goSilent(): void
  /** Over how many connections something was asked in vain. */
  readonly unheard: number
}

export async function lossyProxy(target: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(target)
  /** What is asked when its answer is lost. */
  let losing: string | undefined
  let lost = 0
  const silent = new Set<Socket>()
  const unheard = new Set<Socket>()
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname)
    let isLosing = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => [client, upstream].map((each) => each.destroy()))
    }
    client.on('data', (bytes) => {
      if (silent.has(client)) {
        // Whoever says goodbye asks nothing.
        if (bytes[0] !== 'X'.charCodeAt(0)) unheard.add(client)
        return
      }
      isLosing = losing !== undefined && bytes.includes(losing)
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (!isLosing) return client.write(bytes)
      losing = undefined
      lost++
      return client.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    loseNextCommit() {
      losing = 'COMMIT'
    },
    loseNextAnswer() {
      losing = ''
    },
    get lost() {
      return lost
    },
    goSilent() {
      for (const socket of sockets) silent.add(socket)
    },
    get unheard() {
      return unheard.size
    },
  }
}
