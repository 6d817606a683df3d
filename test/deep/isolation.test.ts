/** Isolated code that does everything wrong, and processes that outlive nobody: real processes, really killed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GyreError, type Json } from '@gyre/core'
import { afterAll, describe, expect, it } from 'vitest'
import { codeFiles } from '../../packages/tools/src/isolation/readable-code.ts'
import { endIsolated, type IsolatedRun, runIsolated } from '../../packages/tools/src/isolation/run-isolated.ts'
import { isolatedModule } from '../../packages/tools/test/isolated-module.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

afterAll(endIsolated)

/** Long enough for a busy machine: only code that never ends meets it. */
const timeoutMs = 20_000

function run(code: string, input: Json = null, options: Partial<Omit<IsolatedRun, 'input' | 'module'>> = {}) {
  return runIsolated({ module: isolatedModule(code), input, timeoutMs, ...options })
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return { value: await work }
  } catch (error) {
    if (!(error instanceof GyreError)) throw error
    return { code: error.code, fault: error.details['fault'], message: error.message }
  }
}

/** By then all threads of the process are at their places. */
const onceSettled = 'await new Promise((go) => setTimeout(go, 200))'

const failed = (fault: string, message: string) => ({ code: 'tool-failed', fault, message })

describe('isolated code', () => {
  it('is given input and gives output of some megabytes', async () => {
    const text = 'é'.repeat(4_000_000)
    expect(await run('export default (text) => text', text)).toBe(text)
  })

  it('may print much in each of several calls', async () => {
    const module = isolatedModule('export default () => { console.log("x".repeat(6e6)); return process.pid }')
    const first = await runIsolated({ module, input: null, timeoutMs })
    expect(await runIsolated({ module, input: null, timeoutMs })).toBe(first)
  })

  it('with rights is refused where there are too many files to name', async () => {
    const folder = temporaryFolder()
    for (let at = 0; at <= 2_000; at++) writeFileSync(join(folder, `${at}.txt`), '')
    const message = `${folder} holds more than 2000 files: put isolated code that has rights into a folder of its own.`
    expect(() => codeFiles(folder)).toThrow(message)
    writeFileSync(join(folder, 'main.mjs'), 'export default () => 1')
    const module = pathToFileURL(join(folder, 'main.mjs'))
    expect(await runIsolated({ module, input: null, timeoutMs })).toBe(1)
    expect(await failureOf(runIsolated({ module, input: null, timeoutMs, permissions: { network: true } }))).toEqual({
      code: 'tool-invalid',
      fault: undefined,
      message,
    })
  })
})

describe('isolated code that misbehaves', () => {
  it.each<[what: string, code: string, fault: string, message: string]>([
    ['exits', 'process.exit(3)', 'ended', 'The isolated code ended before it answered: exit code 3.'],
    [
      'exits as if all were well',
      'process.exit(0)',
      'ended',
      'The isolated code ended before it answered: exit code 0.',
    ],
    [
      'waits for nothing',
      'return new Promise(() => {})',
      'ended',
      'The isolated code ended before it answered: it waits for something that never comes.',
    ],
    [
      'throws where nobody catches',
      'setTimeout(() => { throw new TypeError("late") }); return new Promise((go) => setTimeout(go, 9999))',
      'ended',
      'The isolated code ended before it answered: exit code 1. TypeError: late',
    ],
    [
      'leaves a rejection alone',
      'Promise.reject(new Error("alone")); return new Promise((go) => setTimeout(go, 9999))',
      'ended',
      'The isolated code ended before it answered: exit code 1. Error: alone',
    ],
    [
      'floods stdout',
      'for (;;) console.log("x".repeat(1000))',
      'output',
      'The isolated code wrote more than 10 MB and was stopped.',
    ],
    [
      'floods stderr',
      'for (;;) console.error("x".repeat(1000))',
      'output',
      'The isolated code wrote more than 10 MB and was stopped.',
    ],
    [
      'fills the heap',
      'const all = []; for (;;) all.push(new Array(1e5).fill(1.5))',
      'memory',
      'The isolated code needed more than its 64 MB of memory and was stopped.',
    ],
    [
      'fills memory outside of the heap',
      'const all = []; for (;;) all.push(Buffer.alloc(5e6, 1))',
      'memory',
      'The isolated code needed more than its 64 MB of memory and was stopped.',
    ],
  ])('%s', async (_, body, fault, message) => {
    const module = isolatedModule(
      `export default async () => { ${onceSettled}; ${body} }\nexport const well = () => 'well'`,
    )
    const failure = await failureOf(runIsolated({ module, input: null, timeoutMs, memoryMb: 64 }))
    expect(failure).toEqual(failed(fault, message))
    expect(await runIsolated({ module, export: 'well', input: null, timeoutMs, memoryMb: 64 })).toBe('well')
  })

  it.each([
    ['computes for ever', 'for (;;);'],
    ['waits for ever', 'return new Promise((go) => setTimeout(go, 1e9))'],
    ['never lets go of the queue of promises', 'const on = () => Promise.resolve().then(on); return on()'],
    ['waits in a lock', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
    [
      'swallows signals and exceptions',
      'process.on("SIGTERM", () => {}); process.on("uncaughtException", () => {}); for (;;);',
    ],
    ['is in a hopeless expression', 'return /^(a+)+$/.test("a".repeat(50) + "!")'],
  ])('is stopped when its time is up: %s', async (_, body) => {
    const work = run(`export default () => { ${body} }`, null, { timeoutMs: 100 })
    const message = 'The isolated code gave no answer within 100 ms and was stopped.'
    expect(await failureOf(work)).toEqual(failed('timeout', message))
  })

  it.each([
    ['garbage', '"\\u0000garbage\\n"'],
    ['an answer of another call', '\'{"id":99,"isFree":true,"value":1}\\n\''],
    ['a second greeting', '\'{"ready":true}\\n\''],
    ['a line that is no object', '"[1]\\n"'],
  ])('says %s, and is stopped', async (_, said) => {
    const code = `import { writeSync } from 'node:fs'\nexport default () => { writeSync(3, ${said}); for (;;); }`
    const work = run(code, null, { permissions: { read: ['/nowhere'] } })
    expect(await failureOf(work)).toEqual(failed('protocol', 'The isolated code spoke out of turn and was stopped.'))
  })

  it('says a line without an end, and is stopped', async () => {
    const code = `import { writeSync } from 'node:fs'\nexport default () => { for (;;) writeSync(3, 'x'.repeat(1e5)) }`
    const work = run(code, null, { permissions: { read: ['/nowhere'] } })
    expect(await failureOf(work)).toEqual(failed('output', 'The isolated code wrote more than 10 MB and was stopped.'))
  })

  it('answers twice: the first answer stands, and the process is not used again', async () => {
    const answer = '{"id":1,"isFree":true,"value":"first"}\\n'
    const code = `import { writeSync } from 'node:fs'
      export default () => { writeSync(3, '${answer}'); return 'second' }
      export const pid = () => process.pid`
    const module = isolatedModule(code)
    const terms = { module, input: null, timeoutMs, permissions: { read: ['/nowhere'] } }
    expect(await runIsolated(terms)).toBe('first')
    expect(await failureOf(runIsolated({ ...terms, export: 'pid' }))).toSatisfy(isPidOrOutOfTurn)
    expect(await runIsolated({ ...terms, export: 'pid' })).toBeTypeOf('number')
  })
})

/** The second answer may come before or after the next call has begun. */
function isPidOrOutOfTurn(given: unknown): boolean {
  const { value, fault } = given as { readonly value?: unknown; readonly fault?: unknown }
  return typeof value === 'number' || fault === 'protocol'
}
