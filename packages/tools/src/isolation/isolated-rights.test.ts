/** What isolated code cannot do, tried in every way we know of. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { isolatedModule, sharedModule } from '../../test/isolated-module.ts'
import { endIsolated, type IsolatedRun, runIsolated } from './run-isolated.ts'

afterAll(endIsolated)

const secret = 'TOKEN=hunter2'

/** Runs the body of any function: refused attempts leave no mark, so that they share a process. */
const code = `import { createRequire } from 'node:module'
  const require = createRequire(import.meta.url)
  const Module = require('module')
  const here = (file) => new URL(file, import.meta.url).pathname
  const { constructor: Body } = async function () {}
  export default (body) => new Body('require', 'Module', 'here', body)(require, Module, here)`

/** A module in a project, with secrets beside it and around it. */
const module = sharedModule(
  code,
  {
    'package.json': '{}',
    '.env': secret,
    '.mcp.json': JSON.stringify({ secret }),
    'settings.js': `export default '${secret}'`,
    'src/.env': secret,
    'src/.secret.js': `export default '${secret}'`,
    'src/secret.txt': JSON.stringify(secret),
    'src/data.json': JSON.stringify({ version: 3, sources: [secret], names: [], mappings: '' }),
    'src/own.cjs': 'exports.Module = module.constructor; exports.require = require',
    'src/lib/more.mjs': 'export default 1',
    'node_modules/two/index.js': 'exports.two = require("./two.json")',
    'node_modules/two/two.json': '2',
  },
  'src/main.mjs',
)

function tried(body: string, options: Partial<IsolatedRun> = {}): Promise<unknown> {
  return runIsolated({ module, input: body, timeoutMs: 20_000, ...options })
}

/** Lets every method that a check could use give the same, for as long as it imports. */
const tampering = (answer: string) => `
  const kept = [String, RegExp, Set, Map, Function].map(({ prototype }) => [prototype, Object.getOwnPropertyDescriptors(prototype)])
  const { defineProperties } = Object
  for (const name of ['startsWith', 'endsWith', 'includes', 'indexOf', 'slice', 'match']) String.prototype[name] = () => ${answer}
  for (const name of ['exec', 'test']) RegExp.prototype[name] = () => ${answer}
  for (const name of ['has', 'get']) Set.prototype[name] = Map.prototype[name] = () => ${answer}
  for (const name of ['call', 'apply']) Function.prototype[name] = () => ${answer}
  try {
    await import('node:fs')
  } finally {
    for (const [prototype, methods] of kept) defineProperties(prototype, methods)
  }`

const closed = (
  'async_hooks child_process cluster dgram dns dns/promises fs fs/promises http http2 https inspector ' +
  'inspector/promises net os readline repl sea sqlite test tls trace_events tty v8 vm wasi worker_threads'
).split(' ')

describe('modules of Node', () => {
  it('that reach further cannot be imported', async () => {
    const body = `return Promise.all(${JSON.stringify(closed)}.map((name) => import('node:' + name).catch((error) => error.message)))`
    expect(await tried(body)).toEqual(closed.map((name) => `Isolated code cannot use \`node:${name}\`.`))
  })

  it('that compute can be imported', async () => {
    const body = `return Object.keys(await import('node:path')).includes('join') && require('util').inspect([1])`
    expect(await tried(body)).toBe('[ 1 ]')
  })

  it.each([
    ['without their prefix', `await import('fs')`],
    ['by require', `require('fs')`],
    ['by the require of a CommonJS module', `require('./own.cjs').require('fs')`],
    ['by the loader of require', `Module._load('fs', null, false)`],
    ['by a method of a module', `Module.prototype.require.call(new Module('x'), 'fs')`],
    ['by code that is compiled', `new Module('x')._compile('require("fs")', '/x.js')`],
    ['by code from a text', `await new Function('return import("node:fs")')()`],
    ['by code from an address', `await import('data:text/javascript,import "node:fs"')`],
    [
      'through a name that changes',
      `await import({ toString: (n => () => n++ ? 'node:fs' : 'node:path')(0) }), await import('fs')`,
    ],
    ['after methods were changed to say yes', tampering('true')],
    ['after methods were changed to say no', tampering('false')],
  ])('cannot be had %s', async (_, attempt) => {
    await expect(tried(`${attempt}; return 'got it'`)).rejects.toThrow('Isolated code cannot use `node:fs`.')
  })

  it.each([
    ['process.getBuiltinModule', `process.getBuiltinModule('fs')`],
    ['process.binding', `process.binding('fs')`],
    ['process._linkedBinding', `process._linkedBinding('fs')`],
    ['process.dlopen', `process.dlopen({}, '/x.node')`],
    ['hooks of its own', `Module.registerHooks({})`],
    ['hooks of its own, imported', `(await import('node:module')).registerHooks({})`],
    ['hooks of its own in a thread', `Module.register('data:text/javascript,')`],
  ])('are not to be had by %s', async (_, attempt) => {
    await expect(tried(`${attempt}; return 'got it'`)).rejects.toThrow(/is not a function/)
  })
})

describe('what all values share', () => {
  it.each(['Object', 'Array'])('cannot be extended: %s', async (name) => {
    const body = `Object.defineProperty(${name}.prototype, '1', { set() {}, get: () => () => ({ url: 'node:fs' }) }); return 1`
    await expect(tried(body)).rejects.toThrow('Cannot define property 1, object is not extensible')
  })
})

describe('files', () => {
  it('of code can be imported from its folder and from packages, with the data of packages', async () => {
    const body = `return [(await import('./lib/more.mjs')).default, require('two').two, require('two/two.json')]`
    expect(await tried(body)).toEqual([1, 2, 2])
  })

  it.each([
    ['imported', `await import('./.env')`],
    ['imported with a name behind it', `await import('./.env?x.js')`],
    ['imported with a folder behind it', `await import('./data.json?/node_modules/x.js', { with: { type: 'json' } })`],
    ['imported under a disguise', `await import('./%2esecret.js')`],
    ['imported as hidden code', `await import('./.secret.js')`],
    ['imported as JSON', `await import('./data.json', { with: { type: 'json' } })`],
    ['required', `require('./.env')`],
    ['required as data', `require('./data.json')`],
    ['required as JSON', `Module._extensions['.json'](new Module('x'), here('secret.txt'))`],
    ['required as code', `Module._extensions['.js'](new Module('x'), here('.env'))`],
    ['loaded', `new Module('x').load(here('.env'))`],
    ['loaded as data', `new Module('x').load(here('data.json'))`],
  ])('of its own folder that are no code cannot be %s', async (_, attempt) => {
    const failure = await tried(`${attempt}; return 'got it'`).catch((error: Error) => error.message)
    expect(failure).toMatch(/^Isolated code cannot use /)
    expect(failure).not.toContain('hunter2')
  })

  it.each([
    ['be mapped from now on', 'process.setSourceMapsEnabled(true)'],
    ['be mapped from now on by the loader', 'Module.setSourceMapsSupport({ enabled: true })'],
    ['be found', `Module.findSourceMap(here('main.mjs'))`],
  ])('of JSON cannot be had as maps of sources, which cannot %s', async (_, attempt) => {
    await expect(tried(attempt)).rejects.toThrow(/is not a function/)
  })

  it.each(['.mcp.json', '.env', 'settings.js', 'package.json'])('around its folder cannot be had: %s', async (file) => {
    const attempts = [`await import('../${file}', { with: { type: 'json' } })`, `await import('../${file}')`]
    for (const attempt of [...attempts, `require('../${file}')`]) {
      const failure = await tried(`return ${attempt}`).catch((error: Error) => error.message)
      expect(failure).toMatch(/^Isolated code cannot use /)
    }
  })

  it.each([
    ['imported', (path: string) => `await import('${path}')`],
    ['required', (path: string) => `require('${path}')`],
    ['resolved', (path: string) => `import.meta.resolve('${path}')`],
    ['resolved for `require`', (path: string) => `require.resolve('${path}')`],
    ['found by the loader', (path: string) => `return Module._findPath('${path}', [''])`],
    ['looked up', (path: string) => `return Module._stat('${path}')`],
  ])('elsewhere are not told of when they are %s', async (_, attempt) => {
    const outcome = (path: string) =>
      tried(`${attempt(path)}; return 'got it'`).catch((error: Error) => error.message.replace(path, ''))
    const none = await outcome('/etc/there-is-none')
    expect(none).not.toBe('got it')
    expect(await outcome('/etc/hosts')).toBe(none)
    expect(await outcome('/etc')).toBe(none)
  })

  it.each<[string, Partial<IsolatedRun>]>([
    ['reads elsewhere', { permissions: { read: ['/nowhere'] } }],
    ['uses the network and reads elsewhere', { permissions: { read: ['/nowhere'], network: true } }],
  ])('that are not named cannot be read by code that %s', async (_, options) => {
    const files = [
      '../.env',
      '../.mcp.json',
      '../settings.js',
      '.env',
      '.secret.js',
      'data.json',
      'secret.txt',
      '.',
      '..',
    ]
    const body = `
      const { readFileSync, readdirSync } = await import('node:fs')
      const attempt = (file) => { try { return String(/\\.$/.test(file) ? readdirSync(here(file)) : readFileSync(here(file))) } catch (error) { return error.code } }
      return [...${JSON.stringify(files)}.map(attempt), (await import('./lib/more.mjs')).default, require('two').two]`
    expect(await tried(body, options)).toEqual([...files.map(() => 'ERR_ACCESS_DENIED'), 1, 2])
  })

  it('of the program that checks cannot be had', async () => {
    const gate = new URL('./child/module-gate.ts', import.meta.url).href
    await expect(tried(`return import('${gate}')`)).rejects.toThrow(`Isolated code cannot use \`${gate}\`.`)
    const endings = new URL('./code-endings.ts', import.meta.url).href
    await expect(tried(`(await import('${endings}')).codeEndings.push('')`)).rejects.toThrow('not extensible')
  })

  it('of other packages cannot be imported', async () => {
    const other = fileURLToPath(isolatedModule('export const x = 1'))
    await expect(tried(`return (await import('${other}')).x`)).rejects.toThrow(/^Isolated code cannot use /)
  })

  it('can be read where it may, and nowhere else, and never written', async () => {
    const folder = temporaryFolder()
    mkdirSync(`${folder}/open`)
    mkdirSync(`${folder}/open-not`)
    writeFileSync(`${folder}/open/a.txt`, 'a')
    writeFileSync(`${folder}/open-not/b.txt`, 'b')
    const body = `
      const { readFileSync, writeFileSync } = await import('node:fs')
      const attempt = (work) => { try { return work() } catch (error) { return error.code } }
      return [
        attempt(() => readFileSync('${folder}/open/a.txt', 'utf8')),
        attempt(() => readFileSync('${folder}/open-not/b.txt', 'utf8')),
        attempt(() => readFileSync('${folder}/open/../open-not/b.txt', 'utf8')),
        attempt(() => readFileSync('/etc/hosts', 'utf8')),
        attempt(() => readFileSync('/proc/self/environ', 'utf8')),
        attempt(() => writeFileSync('${folder}/open/c.txt', 'c')),
      ]`
    const denied = 'ERR_ACCESS_DENIED'
    expect(await tried(body, { permissions: { read: [join(folder, 'open')] } })).toEqual([
      'a',
      denied,
      denied,
      denied,
      denied,
      denied,
    ])
    expect(existsSync(`${folder}/open/c.txt`)).toBe(false)
  })
})

describe('other processes', () => {
  it.each([
    ['killed', 'process.kill(process.ppid)'],
    ['killed by a number', 'process._kill(process.ppid, 9)'],
    ['made to listen to a debugger', 'process._debugProcess(process.ppid)'],
    ['become', `process.execve('/bin/true', [])`],
    ['killed by what is imported', `(await import('node:process')).kill(process.ppid)`],
  ])('cannot be %s', async (_, attempt) => {
    await expect(tried(`${attempt}; return 'got it'`)).rejects.toThrow(/is not a function/)
  })
})

describe('the network', () => {
  async function listening(): Promise<number> {
    const server = createServer((socket) => socket.end('hello'))
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as { port: number }).port
  }

  it.each([
    ['fetch', 'await fetch("http://127.0.0.1/")'],
    ['WebSocket', 'new WebSocket("ws://127.0.0.1/")'],
    ['EventSource', 'new EventSource("http://127.0.0.1/")'],
    ['Response', 'new Response("x")'],
    ['Request', 'new Request("http://127.0.0.1/")'],
    ['Headers', 'new Headers()'],
    ['FormData', 'new FormData()'],
    ['MessageEvent', 'new MessageEvent("x")'],
    ['CloseEvent', 'new CloseEvent("x")'],
  ])('has no %s', async (name, attempt) => {
    await expect(tried(attempt)).rejects.toThrow(`${name} is not defined`)
  })

  it('is not reached through the streams of the process', async () => {
    const body = `return [process.stdin, process.stdout.connect, process.stderr.connect, process.stdout._handle, process._getActiveHandles].map((each) => typeof each)`
    expect(await tried(body)).toEqual(['undefined', 'undefined', 'undefined', 'undefined', 'undefined'])
  })

  it('is there for code that may use it', async () => {
    const port = await listening()
    const body = `
      const { connect } = await import('node:net')
      const socket = connect(${port}, '127.0.0.1')
      let said = ''
      for await (const chunk of socket) said += chunk
      return said`
    expect(await tried(body, { permissions: { network: true } })).toBe('hello')
  })
})
