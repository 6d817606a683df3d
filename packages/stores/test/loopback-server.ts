/** A server on a loopback port that answers commands of the Valkey protocol as a test says. */
import { createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type LoopbackServer = {
  readonly port: number
  /** The commands that came, in words. */
  readonly commands: string[]
  /** Ends every connection, as a server that restarts does. */
  hangUp(): void
}

/** `answer` gives a reply as the protocol writes it, or nothing to stay silent. */
export async function loopbackServer(
  answer: (command: string) => string | undefined,
  port = 0,
): Promise<LoopbackServer> {
  const sockets = new Set<Socket>()
  const commands: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      for (const command of commandsOf(chunk.toString())) {
        commands.push(command)
        socket.write(answer(command) ?? '')
      }
    })
  })
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(async () => {
    hangUp()
    await closed(server)
  })
  return { port: await listening(server, port), commands, hangUp }
}

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server, 0)
  await closed(server)
  return port
}

/** Small commands arrive whole; their words are the lines that are neither counts nor lengths. */
function commandsOf(chunk: string): string[] {
  return chunk.split(/^\*\d+\r\n/m).flatMap((command) => {
    const words = command.split('\r\n').filter((_, line) => line % 2 === 1)
    return words.length === 0 ? [] : [words.join(' ')]
  })
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
