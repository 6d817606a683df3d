import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { invoke } from '../invoke.ts'

async function capacity(...args: readonly string[]) {
  const host = new FakeHost()
  const code = await invoke(['lab', 'capacity', '--sessions', '50000', '--minutes', '2', ...args], host)
  return { code, out: host.out, err: host.err }
}

describe('gyre lab capacity', () => {
  it('says what a load needs and what saturates first', async () => {
    const { code, out } = await capacity()
    expect(code).toBe(0)
    expect(out).toMatch(/^\| sessions\/day \|.*\| first limit, sessions\/day \|/)
    expect(out.split('\n')[2]).toMatch(/^\| +50,000 \|.*PostgreSQL at [\d,]+ \|$/)
  })

  it('is the same for the same seed, as JSON', async () => {
    const one = JSON.parse((await capacity('--seed', '7', '--json')).out)
    const other = JSON.parse((await capacity('--seed', '7', '--json')).out)
    expect(one).toEqual(other)
    expect(one).toMatchObject([{ sessionsPerDay: 50_000, shards: 1 }])
  })

  it('refuses what is no number of workers', async () => {
    const { code, err } = await capacity('--workers', 'many')
    expect([code, err]).toEqual([2, expect.stringContaining('`--workers many`: expected a whole number')])
  })
})
