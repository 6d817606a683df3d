import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { direct } from '@gyre/core'
import type { Arm, Claim, LabReport, Measure, Suite } from '@gyre/lab'
import { describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import type { Command } from '../command.ts'
import { evaluateGroup } from '../groups/evaluate.ts'
import { invoke } from '../invoke.ts'
import { type KeepReport, labRun } from '../lab/lab-run.ts'

const family = { name: 'none', task: () => ({ id: 'none/0', goal: '', tools: [], isRight: () => true }) }
const competence = {} as Arm['competence']
const arm = (name: string): Arm => ({ name, loop: direct, config: {}, family, competence })
const claim = (loop: string, expected: number): Claim => ({
  ...{ loop, claim: `${loop} is right as often as it must be`, kind: 'equals', arm: loop, expected },
})
const suite: Suite = {
  arms: ['cot', 'react'].map(arm),
  claims: [claim('cot', 0.5), claim('react', 0.5)],
}
const beyondSuite: Suite = { arms: [arm('waves')], claims: [claim('waves', 0.9)] }

/** Half of all tasks are right. */
const half: Measure = async (_, n, seed) => ({
  ...{ n, successes: n / 2, calls: seed, tokens: 0, latencyMs: 0 },
  variances: { calls: 0, tokens: 0, latencyMs: 0 },
})

/** The command as it is, with arms whose outcome is known. */
function labHost(
  options: ConstructorParameters<typeof FakeHost>[0] = {},
  measure: Measure = half,
  claimed: Suite = suite,
  keep?: KeepReport,
) {
  const row = evaluateGroup.commands.find(({ name }) => name === 'lab') as Command
  const runWebs = () => expect.fail('no web was asked for')
  const parts = { suite: claimed, beyondSuite, measure, runWebs, ...(keep && { keep }) }
  const command: Command = { ...row, load: async () => labRun(parts) }
  const host = new FakeHost(options)
  const gyre = (...args: string[]) => invoke(['lab', ...args], host, { commands: [command] })
  return { host, gyre }
}

const notice = 'This measures orchestration given stated error rates, not the quality of language models.'

describe('`gyre lab`', () => {
  it('prints what it does not measure, the table and the total', async () => {
    const { host, gyre } = labHost()
    expect(await gyre()).toBe(0)
    expect(host.out.split('\n')).toEqual([
      notice,
      '',
      'LOOP   MEASURED  CLOSED FORM       σ     z  CALLS  AGAINST  VERDICT  CLAIM',
      'cot      0.5000       0.5000  0.0112  +0.0      1           holds    cot is right as often as it must be',
      'react    0.5000       0.5000  0.0112  +0.0      1           holds    react is right as often as it must be',
      '',
      'The table holds: 2 of 2 claims hold; Σz² = 0.0 over 2 cells, below 13.8. (2000 tasks an arm, seed 1)',
      '',
    ])
    expect(host.err).toBe('')
  })

  it('exits with 1 and says what fails when the table does not hold', async () => {
    const { host, gyre } = labHost()
    expect(await gyre('--beyond')).toBe(1)
    expect(host.out).toContain('FAILS    waves is right as often')
    expect(host.out).toContain('fails  waves: waves is right as often as it must be: more than 4σ below\n')
    expect(host.out).toContain('The table DOES NOT HOLD: 0 of 1 claims hold')
  })

  it('says what is undecided for want of tasks, and exits with 0', async () => {
    const beats: Claim = { loop: 'cot', claim: 'leads', kind: 'beats', arm: 'cot', over: 'react', atEqualCalls: false }
    const { host, gyre } = labHost({}, half, { arms: suite.arms, claims: [beats] })
    expect(await gyre('--tasks', '1')).toBe(0)
    expect(host.out).toMatch(/undecided +leads\n/)
    expect(host.out.trimEnd().split('\n').at(-1)).toBe(
      'Nothing fails: 0 of 1 claims hold, 1 undecided: run with more tasks. (1 task an arm, seed 1)',
    )
    expect(await labHost({}, half, { arms: suite.arms, claims: [beats] }).gyre('--tasks', '1000')).toBe(1)
  })

  it('measures as many tasks, by the seed and of the loops it is told', async () => {
    const { host, gyre } = labHost()
    expect(await gyre('--loops', 'react', '--tasks', '100', '--seed', '7', '--json')).toBe(0)
    const report = JSON.parse(host.out) as LabReport
    expect(report).toMatchObject({
      ...{ notice, n: 100, seed: 7, total: { pass: true, claims: 1, failed: 0, undecided: 0, cells: 1 } },
    })
    expect(report.rows).toEqual([
      {
        loop: 'react',
        claim: 'react is right as often as it must be',
        ...{ kind: 'equals', arm: 'react', n: 100, measured: 0.5, expected: 0.5, sigma: 0.05, calls: 7 },
        verdict: 'holds',
        z: expect.closeTo(0, 9),
        interval: { low: expect.closeTo(0.4038, 4), high: expect.closeTo(0.5962, 4) },
      },
    ])
  })

  it('writes the report for programs, for a paper and for a browser', async () => {
    const cwd = temporaryFolder()
    const { host, gyre } = labHost({ cwd })
    expect(await gyre('--out', 'a/b', '--json')).toBe(0)
    const file = (name: string) => readFileSync(join(cwd, 'a/b', name), 'utf8')
    expect(JSON.parse(file('lab.json'))).toEqual(JSON.parse(host.out))
    expect(file('lab.svg')).toMatch(/^<svg /)
    expect(file('lab.html')).toMatch(/^<!doctype html>/)
    expect(file('lab.html')).toContain(file('lab.svg'))
    const told = labHost({ cwd })
    await told.gyre('--out', 'a')
    expect(told.host.err.trimEnd().split('\n')).toEqual(
      ['lab.json', 'lab.svg', 'lab.html'].map((name) => `written  ${join(cwd, 'a', name)}`),
    )
  })

  it('gives its report away to be kept, by the name of its suite', async () => {
    const kept: (readonly [string, number])[] = []
    const keep: KeepReport = async (_, title, { n }) => void kept.push([title, n])
    const { gyre } = labHost({}, half, suite, keep)
    await gyre('--tasks', '50')
    await gyre('--tasks', '50', '--loops', 'react')
    await gyre('--tasks', '50', '--beyond')
    expect(kept).toEqual([
      ['loops', 50],
      ['loops react', 50],
      ['beyond the papers', 50],
    ])
  })

  it.each([
    [['--tasks', '0'], '`--tasks 0`: expected a whole number from 1 to 1000000.'],
    [['--tasks', 'many'], '`--tasks many`: expected a whole number from 1 to 1000000.'],
    [['--seed', '-1'], '--seed'],
    [['--loops', 'cot,waves'], 'The lab claims nothing of `waves`. It does of cot, react.'],
    [['--loops', ''], '`--loops` needs names, such as --loops cot,react.'],
    [['--loops='], '`--loops` needs names'],
    [['--loops', ' , '], '`--loops` needs names'],
    [['--beyond', '--loops', 'waves,cot'], '`--beyond` has no rows about `cot`. It has some about waves.'],
    [['--beyond', '--loops', 'none'], 'The lab claims nothing of `none`. It does of waves.'],
    [['--out', 'file/below'], 'cannot be written'],
  ])('refuses %j before it measures anything', async (args, says) => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'file'), '')
    const asked: string[] = []
    const { host, gyre } = labHost({ cwd }, async (given, ...rest) => {
      asked.push(given.name)
      return half(given, ...rest)
    })
    expect(await gyre(...args)).toBe(2)
    expect(host.err).toContain(says)
    expect(asked).toEqual([])
  })
})

describe('a run under way', () => {
  /** Measures until it is stopped. */
  const endless = () => {
    const signals: (AbortSignal | undefined)[] = []
    const measure: Measure = (_, n, __, { signal, onTask }) => {
      signals.push(signal)
      onTask?.(n / 4)
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    }
    return { signals, measure }
  }

  it('shows how far it is, and ends with Ctrl-C without a trace', async () => {
    const { signals, measure } = endless()
    const { host, gyre } = labHost({ isTty: true }, measure)
    const code = gyre()
    await host.shows('measuring  ░░░░░░░░░░░░░░░░░░░░░░░░  0 / 4 000  cot')
    host.interrupt()
    expect(await code).toBe(130)
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
    expect(await host.screen()).toBe('Stopped. Nothing was judged: the same command begins anew.')
    // The cursor is there again.
    expect(host.err.lastIndexOf('\x1b[?25h')).toBeGreaterThan(host.err.lastIndexOf('\x1b[?25l'))
  })

  it('names the arm in the lines of a log', async () => {
    const now = vi.spyOn(Date, 'now')
    const begun = Date.now()
    const slow: Measure = (arm, n, ...rest) => {
      now.mockReturnValue(begun + 11_000)
      rest[1].onTask?.(n / 4)
      return half(arm, n, ...rest)
    }
    const { host, gyre } = labHost({}, slow)
    await gyre('--tasks', '1000').finally(() => now.mockRestore())
    expect(host.err).toBe('measuring cot: 250 / 2 000\n')
  })

  it('ends so even when what it measures does not heed it', async () => {
    const { host, gyre } = labHost({}, () => new Promise(() => {}))
    const code = gyre('--json')
    await new Promise((resolve) => setImmediate(resolve))
    host.interrupt()
    expect(await code).toBe(130)
    expect(JSON.parse(host.out)).toMatchObject({ error: { code: 'aborted' } })
  })

  it('tells what went wrong when an arm cannot be measured', async () => {
    const { host, gyre } = labHost({}, () => Promise.reject(new Error('no such thing')))
    expect(await gyre()).toBe(1)
    expect(host.err).toContain('no such thing')
  })
})
