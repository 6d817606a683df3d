/** Tools that do everything wrong, ten thousand times: sessions go on with an observation, and memory stays flat. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import type { FaultsOrder, FaultsSaid } from './child/tool-faults.ts'

const program = join(import.meta.dirname, 'child/tool-faults.ts')

/** Code of an isolated tool that ends its process in one of several ways. */
const killer = `
export default async ({ n, well }) => {
  if (well) return 'well'
  if (n % 2 === 0) process.exit(9)
  setImmediate(() => { throw new Error('in the worker') })
  await new Promise((go) => setTimeout(go, 10_000))
}`

async function misuse(order: Omit<FaultsOrder, 'killer'>): Promise<FaultsSaid> {
  const file = join(temporaryFolder(), 'killer.mjs')
  writeFileSync(file, killer)
  const whole: FaultsOrder = { ...order, killer: file }
  const options = ['--expose-gc', '--conditions=@gyre/source', program, JSON.stringify(whole)]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code).toBe(0)
  return JSON.parse(out) as FaultsSaid
}

const calls = {
  throws: 200,
  'throws-oddly': 100,
  hangs: 100,
  huge: 8,
  cycle: 210,
  proxy: 200,
  mutates: 110,
  'ignores-abort': 40,
  'fails-late': 40,
  'kills-its-worker': 2,
}
const sessions = 10
const badCalls = Object.values(calls).reduce((sum, count) => sum + count)
const goodCalls = Object.values(calls).reduce((sum, count) => sum + Math.floor(count / 2), 0)

const late = 'no answer within 2 ms'

/** What models read, whichever call it is. */
const observations = {
  well: ['answer: well'],
  'faults.throws': ['error: `faults.throws` failed: broken'],
  'faults.throws-oddly': ['error: `faults.throws-oddly` failed: what it threw cannot be read'],
  'faults.hangs': [`error: \`faults.hangs\` failed: ${late}`],
  'faults.huge': [
    `answer: 32057 characters, ${'x'.repeat(43)}\n[Cut: the first 32000 of 50000000 characters are shown.]`,
  ],
  'faults.cycle': [
    expect.stringMatching(/^error: `faults\.cycle` failed: Converting circular structure to JSON/) as string,
  ],
  'faults.proxy': ['error: `faults.proxy` failed: returned by a trap'],
  'faults.mutates': ['answer: changed'],
  'faults.ignores-abort': [`error: \`faults.ignores-abort\` failed: ${late}`],
  'faults.fails-late': [`error: \`faults.fails-late\` failed: ${late}`],
  'faults.kills-its-worker': expect.arrayContaining([
    'error: `faults.kills-its-worker` failed: The isolated code ended before it answered: exit code 9.',
    'error: `faults.kills-its-worker` failed: The isolated code ended before it answered: exit code 1. Error: in the worker',
  ]) as readonly string[],
}

/** As much as code that is compiled meanwhile may take. */
const slackBytes = 3_000_000

it('lets sessions go on with an observation for each, and keeps nothing of them', async () => {
  const said = await misuse({ sessions, calls })
  expect(said.outcomes).toEqual(Array.from({ length: sessions }, () => `answered ${badCalls + goodCalls}`))
  expect(said.made).toBe(sessions * badCalls)
  expect(said.made).toBeGreaterThanOrEqual(10_000)
  expect(said.changed).toBe(0)
  expect(said.uncaught).toEqual([])
  expect(said.read).toEqual(observations)
  const [, first = 0] = said.heap
  expect(Math.max(...said.heap.slice(1)) - first).toBeLessThan(slackBytes)
})
