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

/** In one round. */
const calls = {
  throws: 20,
  'throws-oddly': 10,
  hangs: 10,
  huge: 1,
  cycle: 20,
  proxy: 20,
  mutates: 10,
  'ignores-abort': 4,
  'fails-late': 4,
}
const slowCalls = { 'kills-its-worker': 8 }
const badCalls = (made: Readonly<Record<string, number>>) => Object.values(made).reduce((sum, count) => sum + count)
/** With those that go well: one after every second bad one. */
const allCalls = (made: Readonly<Record<string, number>>) =>
  Object.values(made).reduce((sum, count) => sum + count + Math.floor(count / 2), 0)
const lookEvery = 5
/** Many short ones, two long ones, and short ones again. */
const sessions = [...Array<number>(36).fill(1), 20, 20, ...Array<number>(27).fill(1)]

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

/** As much as code that is compiled meanwhile may take: less than 100 bytes for each bad call. */
const slackBytes = 900_000
/** What a session has in memory of each of its calls, until it ends. */
const mostBytesPerCall = 1_000

const growth = (looks: readonly number[]) => (looks.at(-1) ?? 0) - (looks[0] ?? 0)

it('lets sessions go on with an observation for each, and one guard keeps nothing of them', async () => {
  const said = await misuse({ before: 1_000, sessions, calls, slowCalls, lookEvery })
  const answerOf = (rounds: number) => rounds * allCalls(calls) + (rounds > 1 ? allCalls(slowCalls) : 0)
  expect(said.outcomes).toEqual(sessions.map((rounds) => `answered ${answerOf(rounds)}`))
  expect(said.made).toBe(sessions.reduce((sum, rounds) => sum + rounds) * badCalls(calls) + 2 * badCalls(slowCalls))
  expect(said.made).toBeGreaterThanOrEqual(10_000)
  expect(said.changed).toBe(0)
  expect(said.uncaught).toEqual([])
  expect(said.read).toEqual(observations)
  expect(said.between.length).toBeGreaterThan(10)
  // The first look is taken while code is still compiled.
  expect(growth(said.between.slice(1))).toBeLessThan(slackBytes)
  expect(said.within).toHaveLength(2)
  for (const looks of said.within) {
    const callsBetween = (looks.length - 1) * lookEvery * allCalls(calls)
    expect(growth(looks) / callsBetween).toBeLessThan(mostBytesPerCall)
  }
})
