import { type Claim, judgeClaims, type Measurement } from '@gyre/lab'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { ioOf } from '../io.ts'
import { Options } from '../options.ts'
import { printLab } from './lab-report.ts'

const measurement = (n: number): Measurement => ({
  ...{ n, successes: 0, calls: 3, tokens: 0, latencyMs: 0 },
  variances: { calls: 0, tokens: 0, latencyMs: 0 },
})
const claims: readonly Claim[] = [
  { loop: 'cot', claim: 'leads', kind: 'beats', arm: 'one', over: 'two', atEqualCalls: false },
  { loop: 'react', claim: 'needs four', kind: 'equals', of: 'calls', arm: 'one', expected: 4 },
]

/** What is printed below the table. */
function below(n: number): readonly string[] {
  const host = new FakeHost()
  const both = new Map(['one', 'two'].map((arm) => [arm, measurement(n)] as const))
  printLab(ioOf(host, new Options({})), { n, seed: 1, ...judgeClaims(claims, both) })
  return host.out.trimEnd().split('\n').slice(6)
}

describe('the printed lab', () => {
  it('says of each undecided row why it is, and how many tasks would tell', () => {
    expect(below(20)).toEqual([
      'undecided  cot: leads: leads by 0.0σ, not by 3.09σ: too few tasks to tell, it takes `--tasks 1000`',
      'undecided  react: needs four: always less: too few tasks to tell, it takes `--tasks 100`',
      'Nothing fails: 0 of 2 claims hold, 2 undecided: run with more tasks. (20 tasks an arm, seed 1)',
    ])
  })

  it('says first what fails', () => {
    expect(below(100).map((line) => line.split('  ')[0])).toEqual(['fails', 'undecided', expect.any(String)])
  })
})
