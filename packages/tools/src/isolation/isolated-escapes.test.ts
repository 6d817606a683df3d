/** Ways out for code that changes what Node itself works with. Each gets a process of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { isolatedModule } from '../../test/isolated-module.ts'
import { endIsolated, type IsolatedRun, runIsolated } from './run-isolated.ts'

afterAll(endIsolated)

/** Notes every emitter that is made, and every one that emits, by the name of its class. */
const prelude = `
  import { EventEmitter } from 'node:events'
  const caught = {}
  const { init } = EventEmitter
  const { emit } = EventEmitter.prototype
  EventEmitter.init = function (...args) {
    caught[this.constructor.name] = this
    return init.apply(this, args)
  }
  EventEmitter.prototype.emit = function (...args) {
    caught[this.constructor.name] = this
    return emit.apply(this, args)
  }
  const messaging = (name) =>
    Object.getOwnPropertySymbols(Blob.prototype).find(({ description }) => description === 'messaging_' + name + '_symbol')
  /** A copy of something that says it becomes this. */
  const copyAs = (deserializeInfo, data) => {
    const blob = Object.defineProperty(new Blob([]), messaging('clone'), { value: () => ({ data, deserializeInfo }) })
    return structuredClone(blob)
  }
  const attempt = async (work) => { try { return await work() } catch (error) { return error.message } }
  const pause = (ms) => new Promise((go) => setTimeout(go, ms))
`

function escaped(code: string, input: IsolatedRun['input'] = null, options: Partial<IsolatedRun> = {}) {
  const module = isolatedModule(`${prelude}\n${code}`, { '.env': 'hunter2', 'lib/one.mjs': 'export default 1' })
  return runIsolated({ module, input, timeoutMs: 20_000, ...options })
}

describe('the network', () => {
  const seen: unknown[] = []
  const answer: RequestListener = ({ url }, response) => {
    seen.push(url)
    response.end('hello')
  }
  const [server, unix] = [createServer(answer), createServer(answer)]
  const folder = mkdtempSync(join(tmpdir(), 'gyre-escapes-'))
  const socketPath = join(folder, 's.sock')
  let port = 0

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await new Promise<void>((resolve) => unix.listen(socketPath, resolve))
    port = (server.address() as { port: number }).port
  })

  afterAll(() => {
    server.close()
    unix.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const dispatch = `
    const ask = (agent, origin) => new Promise((resolve) => {
      const handler = {
        onConnect() {}, onHeaders: () => true, onData: () => true, onComplete: () => resolve('got it'),
        onError: (error) => resolve(error.message), onRequestStart() {}, onResponseStart() {}, onResponseData() {},
        onResponseEnd: () => resolve('got it'), onResponseError: (_, error) => resolve(error.message),
      }
      agent.dispatch({ origin, path: '/', method: 'GET' }, handler)
    })`

  it("is not reached through Node's client for HTTP, loaded by a message that is passed", async () => {
    const code = `${dispatch}
      const known = Symbol.for
      Symbol.for = (name) => known('my ' + name)
      export default async ({ port, socketPath }) => {
        const { port1, port2 } = new MessageChannel()
        const heard = new Promise((resolve) => { port2.onmessage = resolve })
        port1.postMessage(1)
        await heard
        port1.close()
        const agent = globalThis[known('my undici.globalDispatcher.1')]
        const others = ['1', '2'].map((version) => globalThis[known('undici.globalDispatcher.' + version)])
        const unix = new agent.constructor({ connect: { socketPath } })
        return [others, await attempt(() => ask(agent, 'http://127.0.0.1:' + port)), await attempt(() => ask(unix, 'http://x'))]
      }`
    const refused = expect.stringMatching(/^connect EACCES /) as string
    expect(await escaped(code, { port, socketPath })).toEqual([[null, null], refused, refused])
    expect(seen).toEqual([])
  })

  it('is not reached by a copy that becomes a socket', async () => {
    const code = `export default async () =>
      [await attempt(() => copyAs('net:Socket', {})), await attempt(() => copyAs('net:Server', {})), Object.keys(caught)]`
    expect(await escaped(code)).toEqual([
      'Unknown deserialize spec net:Socket',
      'Unknown deserialize spec net:Server',
      [],
    ])
  })
})

describe('files', () => {
  it('are not opened by a copy that becomes a file', async () => {
    const code = `export default () => attempt(async () => {
      const { constructor: ReadStream } = copyAs('internal/fs/promises:FileHandle', { handle: { fd: 3 } }).createReadStream()
      let text = ''
      for await (const chunk of new ReadStream(new URL('.env', import.meta.url))) text += chunk
      return text
    })`
    expect(await escaped(code)).toBe('Unknown deserialize spec internal/fs/promises:FileHandle')
  })

  it.each([0, 1, 2, 3, 4, 5])('are not read through an address whose path changes after %i looks', async (looks) => {
    const code = `export default () => attempt(async () => {
      const { get } = Object.getOwnPropertyDescriptor(URL.prototype, 'pathname')
      const secret = new URL('.env', import.meta.url).pathname
      let left = ${looks}
      const pathname = { get() { return get.call(this).endsWith('one.mjs') && left-- <= 0 ? secret : get.call(this) } }
      Object.defineProperty(URL.prototype, 'pathname', pathname)
      return (await import('./lib/one.mjs')).default
    })`
    expect(await escaped(code)).toBe('Cannot redefine property: pathname')
  })

  describe('elsewhere, there or not, are told apart', () => {
    it.each([
      ['in no way as they are', ''],
      ['by no other answer about rights', 'process.permission.has = () => true'],
      [
        'by no other path of an address',
        `url.fileURLToPath = () => import.meta.filename
         nodeModule.syncBuiltinESMExports?.()`,
      ],
    ])('%s', async (_, change) => {
      const folder = temporaryFolder()
      const paths = [join(folder, 'there.js'), join(folder, 'gone.js'), folder]
      writeFileSync(join(folder, 'there.js'), '')
      const code = `
        import nodeModule from 'node:module'
        import url from 'node:url'
        const require = nodeModule.createRequire(import.meta.url)
        export default async (paths) => {
          ${change}
          const looks = paths.flatMap((path) => [() => require.resolve(path), () => require(path), () => import(path)])
          return Promise.all([...looks.map(attempt), typeof nodeModule.syncBuiltinESMExports])
        }`
      const answers = paths.flatMap((path) => Array(3).fill(`Isolated code cannot use \`file://${path}\`.`))
      expect(await escaped(code, paths)).toEqual([...answers, 'undefined'])
    })
  })
})

describe('the warden', () => {
  it('is met nowhere', async () => {
    const code = `
      process.on('worker', (worker) => { caught.Worker = worker })
      for (const symbol of Object.getOwnPropertySymbols(EventTarget.prototype)) {
        const method = EventTarget.prototype[symbol]
        if (typeof method === 'function')
          EventTarget.prototype[symbol] = function (...args) { caught[this.constructor.name] = this; return method.apply(this, args) }
      }
      export default async () => { await pause(300); return [caught.Worker, caught.MessagePort].map((each) => typeof each) }`
    expect(await escaped(code)).toEqual(['undefined', 'undefined'])
  })
})
