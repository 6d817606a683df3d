/**
 * A server of a few lines that behaves as badly as a test wants, told by one argument of JSON.
 *
 * It speaks the protocol of 2025 over its input and output, without any library.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type Behaviour = {
  readonly tools?: readonly object[]
  /**
   * `die` ends the process in the middle of a call; `hang` never answers; `refuse` and `break` answer with errors of the
   * protocol: of the arguments, and of the server.
   */
  readonly onCall?: 'answer' | 'die' | 'hang' | 'refuse' | 'break'
  /** What its tools answer, instead of what they were called with. */
  readonly answer?: object
  /** Answers `initialize` with an error. */
  readonly refuses?: boolean
  /** Answers `tools/list` with this error. */
  readonly noList?: string
  /** Knows no `ping`. */
  readonly noPing?: boolean
  /** Says nothing at all. */
  readonly silent?: boolean
  /** Prints a line that is no message before each answer. */
  readonly chatty?: boolean
  /** Ends at once. */
  readonly exit?: number
  /** Neither the end of its input nor SIGTERM ends it. */
  readonly stubborn?: boolean
  /** Its tools run as tasks, each ready when its state was looked at so often. */
  readonly tasks?: number
  /** Starts a process that outlives it. */
  readonly helper?: boolean
}

const behaviour = JSON.parse(process.argv[2] ?? '{}') as Behaviour
const { tools = [{ name: 'echo', inputSchema: { type: 'object' } }], onCall = 'answer' } = behaviour

if (behaviour.exit !== undefined) {
  process.stderr.write('I am broken.\n')
  process.exit(behaviour.exit)
}
if (behaviour.stubborn) {
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 1000)
}
const helper =
  behaviour.helper && spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).pid
if (helper) process.stderr.write(`helper ${helper}\n`)
process.stderr.write(`server ${process.pid}\n`)

type Message = { readonly id?: number; readonly method: string; readonly params?: Record<string, unknown> }

let looks = 0
let onReady = () => {}
const task = () => ({
  taskId: 't1',
  status: looks < (behaviour.tasks ?? 0) ? 'working' : 'completed',
  statusMessage: `look ${looks}`,
  createdAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:00:00Z',
  ttl: null,
  pollInterval: 200,
})

const answers: Readonly<Record<string, (params: Record<string, unknown>) => object>> = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'raw', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name, arguments: input, _meta }) =>
    behaviour.answer ?? {
      content: [{ type: 'text', text: JSON.stringify({ name, input, _meta, pid: process.pid, helper }) }],
    },
  ...(!behaviour.noPing && { ping: () => ({}) }),
  'tasks/get': () => {
    looks += 1
    if (task().status === 'completed') setImmediate(onReady)
    return task()
  },
  'tasks/cancel': () => {
    // It is seen by its last words.
    process.stderr.write('task cancelled\n', () => process.exit(9))
    return { ...task(), status: 'cancelled' }
  },
}

/** What is done about a method instead of answering it. */
const unusual: Readonly<Record<string, (id: number) => boolean>> = {
  'tools/call': (id) => {
    if (behaviour.tasks !== undefined) send(id, { result: { task: task() } })
    if (onCall === 'refuse') send(id, { error: { code: -32_602, message: 'a: too small' } })
    if (onCall === 'break') send(id, { error: { code: -32_603, message: 'It broke.' } })
    if (onCall === 'die') process.stderr.write('Out of memory.\n', () => process.exit(7))
    return behaviour.tasks !== undefined || onCall !== 'answer'
  },
  'tools/list': (id) => {
    if (behaviour.noList === undefined) return false
    send(id, { error: { code: -32_603, message: behaviour.noList } })
    return true
  },
  'tasks/result': (id) => {
    onReady = () => send(id, { result: { content: [{ type: 'text', text: 'The task is done.' }] } })
    return true
  },
}

function answer({ id, method, params = {} }: Message): void {
  if (id === undefined || behaviour.silent || unusual[method]?.(id)) return
  if (behaviour.chatty) process.stdout.write(`working on ${method}\n`)
  const make = behaviour.refuses ? undefined : answers[method]
  send(id, make ? { result: make(params) } : { error: { code: -32601, message: `no ${method} here` } })
}

function send(id: number, outcome: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`)
}

createInterface({ input: process.stdin }).on('line', (line) => answer(JSON.parse(line) as Message))
