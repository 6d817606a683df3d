import type { LabReport } from '@gyre/lab'
import type { WebReport } from '@gyre/lab/web'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import type { Command } from '../command.ts'
import { evaluateGroup } from '../groups/evaluate.ts'
import { invoke } from '../invoke.ts'
import { labRun } from './lab-run.ts'
import type { RunWebs } from './web-lab-run.ts'

const told = { asked: 0.9, hidden: 0.75, all: 0.875, lies: 2 }
const row: LabReport['rows'][number] = {
  ...{ loop: 'research', claim: 'finds more', kind: 'beats', arm: 'research', over: 'one round', n: 24 },
  ...{ measured: 0.875, interval: { low: 0.8, high: 0.9 }, expected: 0.7, sigma: 0.01, z: 17.5 },
  ...{ calls: 18, overCalls: 13, atEqualCalls: false, verdict: 'holds' },
}

function webReport(n: number, seed: number, pass: boolean): WebReport {
  const total = { pass, claims: 1, failed: pass ? 0 : 1, undecided: 0, chiSquared: 0, cells: 0, limit: 0 }
  return {
    ...{ n, seed, total, rows: [pass ? row : { ...row, verdict: 'fails', why: 'leads by 1.0σ, not by 4σ' }] },
    arms: [
      {
        ...{ arm: 'research', evidence: told, report: { ...told, all: 0.5, lies: 1 }, rounds: 3.95, tokens: 17_154.4 },
        ...{ modelCalls: 18, toolCalls: 76.25, stops: { covered: 20, exhausted: 4 } },
      },
    ],
    inventions: [{ kind: 'number', rate: 0.2, made: 12, caught: 11, marked: 3, survived: 1 }],
    claims: { made: 10, found: 8, sound: 90, wronged: 2, precision: 0.8, recall: 0.8 },
  }
}

/** The command as it is, over webs whose outcome is known. */
function webHost(runWebs: RunWebs = async ({ n, seed }) => webReport(n, seed, true)) {
  const lab = evaluateGroup.commands.find(({ name }) => name === 'lab') as Command
  const none = { arms: [], claims: [] }
  const measure = () => expect.fail('nothing else is measured')
  const command: Command = { ...lab, load: async () => labRun({ suite: none, beyondSuite: none, measure, runWebs }) }
  const host = new FakeHost()
  return { host, gyre: (...args: string[]) => invoke(['lab', '--web', ...args], host, { commands: [command] }) }
}

describe('`gyre lab --web`', () => {
  it('prints what came of each arm, what was made up, and what is claimed', async () => {
    const { host, gyre } = webHost()
    expect(await gyre()).toBe(0)
    expect(host.out.split('\n')).toEqual([
      'This measures orchestration given stated error rates, not the quality of language models.',
      '',
      'ARM       ASKED  HIDDEN    ALL  LIES   TOLD  TOLD LIES  ROUNDS  TOKENS  CALLS  TOOL CALLS  ENDED',
      'research  0.900   0.750  0.875   2.0  0.500        1.0     4.0   17154   18.0        76.3  covered 20, exhausted 4',
      '',
      'MADE UP  RATE  MADE  CAUGHT  MARKED  SURVIVED',
      'numbers   0.2    12      11       3  1',
      '',
      'Other unsupported sentences, at first sight: recall 0.800 (8 of 10), precision 0.800 (2 of 90 sound ones held for wrong).',
      '',
      'LOOP      MEASURED  CLOSED FORM       σ      z  CALLS  AGAINST  VERDICT  CLAIM',
      'research    0.8750     > 0.7000  0.0100  +17.5     18       13  holds    finds more',
      '',
      'The table holds: 1 of 1 claims hold. (24 tasks an arm, seed 1)',
      '',
    ])
  })

  it('takes as many webs, of another seed, and prints all for programs', async () => {
    const { host, gyre } = webHost()
    expect(await gyre('--tasks', '48', '--seed', '3', '--json')).toBe(0)
    expect(JSON.parse(host.out)).toMatchObject({ n: 48, seed: 3, rows: [{ claim: 'finds more' }], arms: [{}] })
  })

  it('exits with 1 when something fails', async () => {
    const { host, gyre } = webHost(async ({ n, seed }) => webReport(n, seed, false))
    expect(await gyre()).toBe(1)
    expect(host.out).toContain('fails  research: finds more: leads by 1.0σ, not by 4σ')
  })

  it('ends with Ctrl-C, and so does what it runs', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const { host, gyre } = webHost(({ signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    })
    const code = gyre()
    while (signals.length === 0) await new Promise((resolve) => setImmediate(resolve))
    host.interrupt()
    expect(await code).toBe(130)
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })

  it.each([
    [['--tasks', '10001'], '`--tasks 10001`: expected a whole number from 1 to 10000.'],
    [['--loops', 'research'], '`--web` is about research alone, and goes without `--loops`.'],
    [['--beyond'], '`--web` is about research alone, and goes without `--beyond`.'],
    [['--out', 'report'], '`--web` is about research alone, and goes without `--out`.'],
  ])('refuses %j before it runs anything', async (args, says) => {
    const { host, gyre } = webHost(() => expect.fail('nothing is run'))
    expect(await gyre(...args)).toBe(2)
    expect(host.err).toContain(says)
  })
})
