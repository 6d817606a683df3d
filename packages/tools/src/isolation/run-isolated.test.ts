import { GyreError, type Json } from '@gyre/core'
import { afterAll, describe, expect, it } from 'vitest'
import { anyBody, isolatedModule, sharedModule } from '../../test/isolated-module.ts'
import { endIsolated, type IsolatedRun, runIsolated } from './run-isolated.ts'

afterAll(endIsolated)

type Options = Partial<Omit<IsolatedRun, 'input' | 'module'>>

/** Long enough for a busy machine: only code that never ends meets it. */
const timeoutMs = 20_000

function run(code: string, input: Json = null, options: Options = {}): Promise<unknown> {
  return runIsolated({ module: isolatedModule(code), input, timeoutMs, ...options })
}

const shared = sharedModule(anyBody)

/** Runs the body of a function of `input`, in a process that all of these share. */
function runBody(body: string, input: Json = null): Promise<unknown> {
  return runIsolated({ module: shared, input: { body, input }, timeoutMs, memoryMb: 64 })
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return { value: await work }
  } catch (error) {
    if (!(error instanceof GyreError)) throw error
    return { code: error.code, fault: error.details['fault'], message: error.message }
  }
}

const failed = (fault: string, message: string) => ({ code: 'tool-failed', fault, message })

describe('isolated code', () => {
  it('gives what its default export returns for the input', async () => {
    expect(await run('export default ({ a, b }) => ({ sum: a + b })', { a: 1, b: 2 })).toEqual({ sum: 3 })
  })

  it('gives what a named export returns, once it is there', async () => {
    const code = 'export const later = async (ms) => { await new Promise((go) => setTimeout(go, ms)); return "now" }'
    expect(await run(code, 1, { export: 'later' })).toBe('now')
  })

  it('may be TypeScript', async () => {
    const code = 'export const twice = (x: number): number => x * 2'
    const module = isolatedModule(code, {}, 'main.ts')
    expect(await runIsolated({ module, export: 'twice', input: 21, timeoutMs })).toBe(42)
  })

  it('finds what is installed beside the package that it is part of', async () => {
    const module = isolatedModule(
      `import { createRequire } from 'node:module'
       const { two } = createRequire(import.meta.url)('two')
       export default () => two`,
      { 'node_modules/two/package.json': '{ "main": "index.js" }', 'node_modules/two/index.js': 'exports.two = 2' },
      'node_modules/@scope/one/dist/main.mjs',
    )
    expect(await runIsolated({ module, input: null, timeoutMs })).toBe(2)
  })

  it('imports its own files and what is installed, also when it is called', async () => {
    const module = isolatedModule(
      'import { one } from "./lib/one.mjs"\nexport default async () => [one, (await import("two")).two]',
      {
        'package.json': '{}',
        'lib/one.mjs': 'export const one = 1',
        'node_modules/two/package.json': '{ "main": "index.js" }',
        'node_modules/two/index.js': 'exports.two = 2',
      },
    )
    expect(await runIsolated({ module, input: null, timeoutMs })).toEqual([1, 2])
  })

  it('imports as the process that started it does', async () => {
    const module = isolatedModule('import { from } from "two"\nexport default () => from', {
      'package.json': '{}',
      'node_modules/two/package.json': '{ "exports": { "@gyre/source": "./source.mjs", "default": "./other.mjs" } }',
      'node_modules/two/source.mjs': 'export const from = "source"',
      'node_modules/two/other.mjs': 'export const from = "other"',
    })
    expect(await runIsolated({ module, input: null, timeoutMs })).toBe('source')
  })

  it('gives plain data, whatever it returns', async () => {
    const body = 'class P { x = 1; get y() { return 2 } }; return [new P(), new Date(0), undefined, NaN]'
    expect(await runBody(body)).toEqual([{ x: 1 }, '1970-01-01T00:00:00.000Z', null, null])
  })

  it.each(['undefined', '() => {}', 'Symbol()'])('gives undefined for %s', async (value) => {
    expect(await runBody(`return (${value})`)).toBeUndefined()
  })

  it('hands a key `__proto__` over as a key', async () => {
    const given = await runBody('return [Object.keys(input), input]', JSON.parse('{"__proto__":{"x":1}}'))
    expect(JSON.stringify(given)).toBe('[["__proto__"],{"__proto__":{"x":1}}]')
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('has an empty environment', async () => {
    expect(await runBody('return Object.keys(process.env)')).toEqual([])
  })

  it('may print', async () => {
    expect(await runBody('console.log("out"); console.error("err"); return 1')).toBe(1)
  })
})

describe('a process for isolated code', () => {
  const module = sharedModule(`export default () => process.pid
    export const fail = () => { throw new Error("no") }
    export const hang = () => { for (;;); }
    export const slow = async () => { await new Promise((go) => setTimeout(go, 50)); return process.pid }
    export const leave = () => { setInterval(() => {}, 1); return process.pid }`)

  it('is used again for the same module, also after the code threw', async () => {
    const first = await runIsolated({ module, input: null, timeoutMs })
    await expect(runIsolated({ module, export: 'fail', input: null, timeoutMs })).rejects.toThrow('no')
    expect(await runIsolated({ module, input: null, timeoutMs })).toBe(first)
  })

  it.each<[string, Options]>([
    ['memory', { memoryMb: 100 }],
    ['rights', { permissions: { read: ['/nowhere'] } }],
  ])('is another one for other %s', async (_, options) => {
    const first = await runIsolated({ module, input: null, timeoutMs })
    expect(await runIsolated({ module, input: null, timeoutMs, ...options })).not.toBe(first)
  })

  it('serves one call at a time', async () => {
    const both = [1, 2].map((input) => runIsolated({ module, export: 'slow', input, timeoutMs }))
    const [one, two] = await Promise.all(both)
    expect(one).not.toBe(two)
  })

  it('is not used again when a call left something running', async () => {
    const first = await runIsolated({ module, export: 'leave', input: null, timeoutMs })
    expect(await runIsolated({ module, input: null, timeoutMs })).not.toBe(first)
  })

  it('is not used again after a fault', async () => {
    const first = await runIsolated({ module, input: null, timeoutMs })
    await expect(runIsolated({ module, export: 'hang', input: null, timeoutMs: 50 })).rejects.toThrow('no answer')
    expect(await runIsolated({ module, input: null, timeoutMs })).not.toBe(first)
  })
})

describe('isolated code that misbehaves', () => {
  it.each<[what: string, body: string, message: string]>([
    ['throws', 'throw new RangeError("x is too large")', 'x is too large'],
    ['throws an error without words', 'throw new TypeError()', 'TypeError'],
    ['throws no error', 'throw 7', '7'],
    ['throws what has no text', 'throw Object.create(null)', 'what it threw has no text'],
    ['throws what throws', 'throw { toString() { throw 1 }, get code() { throw 2 } }', 'what it threw has no text'],
    [
      'returns a cycle',
      'const a = {}; a.a = a; return a',
      expect.stringMatching(/^The answer of the isolated code is no JSON: Converting circular structure/) as string,
    ],
    [
      'returns a BigInt',
      'return 1n',
      'The answer of the isolated code is no JSON: Do not know how to serialize a BigInt',
    ],
    [
      'returns a getter that throws',
      'return { get a() { throw new Error("trap") } }',
      'The answer of the isolated code is no JSON: trap',
    ],
    ['returns 20 MB', 'return "x".repeat(20e6)', 'The answer of the isolated code is longer than 10 MB.'],
    ['overflows the stack', 'const down = () => down() + 1; return down()', 'Maximum call stack size exceeded'],
  ])('%s, and its process is used again', async (_, body, message) => {
    const pid = await runBody('return process.pid')
    expect(await failureOf(runBody(body))).toEqual(failed('threw', message))
    expect(await runBody('return process.pid')).toBe(pid)
  })

  it.each<[what: string, body: string, fault: string, message: string]>([
    ['exits', 'process.exit(3)', 'ended', 'The isolated code ended before it answered: exit code 3.'],
    [
      'floods stdout',
      'for (;;) console.log("x".repeat(100_000))',
      'output',
      'The isolated code wrote more than 10 MB and was stopped.',
    ],
    [
      'fills memory outside of the heap',
      'const all = []; for (;;) all.push(Buffer.alloc(5e6, 1))',
      'memory',
      'The isolated code needed more than its 64 MB of memory and was stopped.',
    ],
  ])('%s, and another process goes on', async (_, body, fault, message) => {
    const pid = await runBody('return process.pid')
    expect(await failureOf(runBody(body))).toEqual(failed(fault, message))
    expect(await runBody('return process.pid')).not.toBe(pid)
  })

  it.each([
    ['task-invalid', 'task-invalid'],
    ['path-refused', 'path-refused'],
    ['aborted', 'tool-failed'],
    ['lease-lost', 'tool-failed'],
    ['store-failed', 'tool-failed'],
    ['ENOENT', 'tool-failed'],
    ['toString', 'tool-failed'],
  ])('throws an error with the code %s: it is %s', async (code, seen) => {
    const work = runBody(`throw Object.assign(new Error('no'), { code: '${code}' })`)
    expect(await failureOf(work)).toEqual({ code: seen, fault: 'threw', message: 'no' })
  })

  it('is stopped when its time is up', async () => {
    const work = run('export default () => { for (;;); }', null, { timeoutMs: 100 })
    const message = 'The isolated code gave no answer within 100 ms and was stopped.'
    expect(await failureOf(work)).toEqual(failed('timeout', message))
  })

  it('speaks out of turn, and is stopped', async () => {
    const code = `import { writeSync } from 'node:fs'\nexport default () => { writeSync(3, 'garbage\\n'); for (;;); }`
    const work = run(code, null, { permissions: { read: ['/nowhere'] } })
    expect(await failureOf(work)).toEqual(failed('protocol', 'The isolated code spoke out of turn and was stopped.'))
  })
})

describe('a module that cannot be run', () => {
  it.each([
    [
      'has a fault of syntax',
      'export default () => {',
      /^The isolated code .*main\.mjs could not be loaded: Unexpected end of input$/,
    ],
    [
      'throws as it loads',
      'throw new Error("not today")',
      /^The isolated code .*main\.mjs could not be loaded: not today$/,
    ],
    [
      'imports what is not there',
      'import "./gone.mjs"',
      /^The isolated code .*main\.mjs could not be loaded: Cannot find module '.*gone\.mjs'/,
    ],
    ['exits as it loads', 'process.exit(4)', /^The isolated code ended before it answered: exit code 4\.$/],
    [
      'has another export',
      'export const other = () => {}, x = 1',
      /^The module has no function `default` to run; it has: other\.$/,
    ],
    ['exports no function', 'export default 7', /^The module has no function `default` to run; it has: none\.$/],
  ])('%s', async (_, code, message) => {
    await expect(run(code)).rejects.toThrow(message)
  })

  it('is not there', async () => {
    const module = new URL('./gone.mjs', isolatedModule(''))
    await expect(runIsolated({ module, input: null, timeoutMs })).rejects.toThrow(
      /^There is no module .*gone\.mjs to run\.$/,
    )
  })

  it('is no file', async () => {
    const module = new URL('data:text/javascript,export default () => 1')
    await expect(runIsolated({ module, input: null, timeoutMs })).rejects.toThrow(
      'Isolated code is a file; `data:text/javascript,export default () => 1` is none.',
    )
  })
})

describe('what isolated code is asked with', () => {
  it.each<[Options, string]>([
    [{ timeoutMs: 0 }, '`timeoutMs` of isolated code is a number from 1 to 2147483647, not 0.'],
    [
      { timeoutMs: Number.POSITIVE_INFINITY },
      '`timeoutMs` of isolated code is a number from 1 to 2147483647, not Infinity.',
    ],
    [{ timeoutMs: Number.NaN }, '`timeoutMs` of isolated code is a number from 1 to 2147483647, not NaN.'],
    [{ memoryMb: 0 }, '`memoryMb` of isolated code is a number from 1 to 65536, not 0.'],
  ])('is refused: %j', async (options, message) => {
    expect(await failureOf(run('', null, options))).toEqual({ code: 'tool-invalid', fault: undefined, message })
  })

  it('is refused when it is too long', async () => {
    await expect(run('', 'x'.repeat(10_000_001))).rejects.toThrow('The input of isolated code is at most 10 MB long.')
  })
})

describe('an abort', () => {
  const busy = 'export default () => { for (;;); }'
  const aborted = { code: 'aborted', fault: undefined, message: 'The isolated code was stopped by an abort.' }

  it('stops code that computes', async () => {
    const controller = new AbortController()
    const module = isolatedModule(`${busy}\nexport const ready = () => 1`)
    await runIsolated({ module, export: 'ready', input: null, timeoutMs })
    const work = failureOf(runIsolated({ module, input: null, timeoutMs, signal: controller.signal }))
    setTimeout(() => controller.abort(), 100)
    expect(await work).toEqual(aborted)
  })

  it('stops code that still loads', async () => {
    const controller = new AbortController()
    const work = failureOf(run(busy, null, { signal: controller.signal }))
    controller.abort()
    expect(await work).toEqual(aborted)
  })

  it('comes before anything is started', async () => {
    expect(await failureOf(run(busy, null, { signal: AbortSignal.abort() }))).toEqual(aborted)
  })

  it('does nothing to a process that has answered', async () => {
    const controller = new AbortController()
    const module = isolatedModule('export default () => process.pid')
    const first = await runIsolated({ module, input: null, timeoutMs, signal: controller.signal })
    controller.abort()
    expect(await runIsolated({ module, input: null, timeoutMs })).toBe(first)
  })
})
