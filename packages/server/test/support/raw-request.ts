/** Requests written byte by byte, so that a test can send what no client would. */
import { connect, type Socket } from 'node:net'

export type RawAnswer = {
  /** 0 when the connection was closed without an answer. */
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Longer than any answer takes: a test that waits so long has failed. */
const patienceMs = 10_000

/** Sends bytes, and reads until the server closes: a request should ask it to. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = await opened(url)
  socket.write(bytes)
  return answerOf(socket)
}

export function opened(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** What comes until the connection is closed, by either side. */
export async function answerOf(socket: Socket): Promise<RawAnswer> {
  const pieces: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The server does not close the connection.')), patienceMs)
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  return readAnswer(Buffer.concat(pieces).toString('latin1'))
}

/** The head that comes first, and all after it as text: enough to find something in. */
function readAnswer(all: string): RawAnswer {
  const [head = '', ...rest] = all.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0), headers, text: rest.join('\r\n\r\n') }
}
