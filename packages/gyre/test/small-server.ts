/**
 * A small MCP server over stdio for tests. It says its key wherever it can: that must stay in no trace.
 * With MARK in its environment it writes its process id into that file when it starts.
 */
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: {
    readonly name?: string
    readonly arguments?: Readonly<Record<string, unknown>>
    readonly _meta?: { readonly progressToken?: number | string }
    readonly protocolVersion?: string
  }
  readonly result?: unknown
}

const { TOKEN = 'no key', MARK } = process.env
if (MARK) writeFileSync(MARK, String(process.pid))
process.stderr.write(`started with ${TOKEN}\n`)

const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const waiting = new Map<number, (result: unknown) => void>()
let asked = 1000

function ask(method: string, params: object): Promise<unknown> {
  asked += 1
  send({ id: asked, method, params })
  return new Promise((resolve) => waiting.set(asked, resolve))
}

const text = (said: string) => ({ content: [{ type: 'text', text: said }] })

const tools: Readonly<Record<string, (message: Message) => Promise<object>>> = {
  calculate: async () => text('Not the one you mean.'),
  echo: async ({ params }) => text(`${JSON.stringify(params?.arguments)} and ${TOKEN}`),
  fail: async () => ({ ...text(`It broke: ${TOKEN}`), isError: true }),
  progress: async ({ params }) => {
    const progressToken = params?._meta?.progressToken
    for (let progress = 1; progress <= 3; progress++) {
      send({ method: 'notifications/progress', params: { progressToken, progress, total: 3, message: `at ${TOKEN}` } })
    }
    return text('Done.')
  },
  elicit: async () => {
    const requestedSchema = { type: 'object', properties: { pin: { type: 'string' } }, required: ['pin'] }
    const answer = await ask('elicitation/create', { message: `The pin for ${TOKEN}?`, requestedSchema })
    return text(`It is ${JSON.stringify(answer)}.`)
  },
}

async function serve(message: Message): Promise<void> {
  const { id, method, params } = message
  if (method === undefined) return waiting.get(Number(id))?.(message.result)
  if (id === undefined) return
  if (method === 'initialize') {
    const { protocolVersion = '2025-06-18' } = params ?? {}
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'small', version: '1' } } })
  } else if (method === 'tools/list') {
    const inputSchema = { type: 'object', properties: { text: { type: 'string' } } }
    const listed = Object.keys(tools).map((name) => ({ name, description: `Does ${name}.`, inputSchema }))
    send({ id, result: { tools: listed } })
  } else if (method === 'tools/call') {
    send({ id, result: (await tools[params?.name ?? '']?.(message)) ?? { ...text('No such tool.'), isError: true } })
  } else if (method === 'ping') send({ id, result: {} })
  else send({ id, error: { code: -32_601, message: `Unknown: ${method}` } })
}

createInterface({ input: process.stdin }).on('line', (line) => void serve(JSON.parse(line) as Message))
