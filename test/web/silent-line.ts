/** A line to a server that can fall silent: what watches a session hears nothing any more, and is not told of an end. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const hostname = '127.0.0.1'

export type SilentLine = {
  /** The server, by way of this line. Its host has to be one that the server allows. */
  readonly url: string
  /** Leads to this server from now on. */
  leadTo(server: string): void
  /** Streams of events that are open carry nothing from now on; whatever is asked for later comes through. */
  silence(): void
  close(): Promise<void>
}

export async function silentLine(): Promise<SilentLine> {
  let port = 0
  const sockets = new Set<Socket>()
  const streams = new Set<Socket>()
  const line = createServer((client) => {
    const far = connect(port, hostname)
    client.on('data', (data) => {
      if (/^GET \S+\/events\b/.test(data.toString('latin1'))) streams.add(far)
    })
    client.pipe(far).pipe(client)
    for (const socket of [client, far]) {
      sockets.add(socket)
      // Either end may be gone first: the other is told, and that is all.
      socket.on('error', () => socket.destroy())
    }
  })
  await new Promise<void>((resolve) => line.listen(0, hostname, resolve))
  return {
    leadTo: (server) => {
      port = Number(new URL(server).port)
    },
    url: `http://${hostname}:${(line.address() as AddressInfo).port}`,
    silence: () => {
      for (const far of streams) far.unpipe().pause()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => line.close(() => resolve()))
    },
  }
}
