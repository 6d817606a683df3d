/** A server on a loopback port that speaks no HTTP by itself; closed when the test is over. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** It is told what to do with each connection. */
export async function bareServer(connected: (socket: Socket) => void) {
  const closed: Promise<void>[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    closed.push(new Promise((resolve) => socket.once('close', () => resolve())))
    socket.on('error', () => {})
    // Its end is seen by reading.
    socket.resume()
    connected(socket)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/`, closed }
}
