import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { keepResult, keptResults, type ResultFile } from './result-files.ts'

const result = (at: string, more: Partial<ResultFile> = {}): Omit<ResultFile, 'v'> => ({
  ...{ kind: 'lab', title: 'loops', at, owner: null, report: { n: 1 }, ...more },
})

describe('kept results', () => {
  it('are none in a folder where nothing was measured', async () => {
    expect(await keptResults(join(temporaryFolder(), 'none'), 'local')).toEqual([])
  })

  it('are read newest first, without what is of no interest to others', async () => {
    const data = temporaryFolder()
    const path = await keepResult(data, result('2026-01-01T00:00:00.000Z'))
    expect(basename(path)).toBe('2026-01-01T00-00-00-000Z-lab.json')
    await keepResult(data, result('2026-01-02T00:00:00.000Z', { title: 'beyond the papers' }))
    expect(await keptResults(data, 'local')).toEqual([
      { kind: 'lab', title: 'beyond the papers', at: '2026-01-02T00:00:00.000Z', report: { n: 1 } },
      { kind: 'lab', title: 'loops', at: '2026-01-01T00:00:00.000Z', report: { n: 1 } },
    ])
  })

  it('of one owner are not seen by another', async () => {
    const data = temporaryFolder()
    await keepResult(data, result('2026-01-01T00:00:00.000Z', { kind: 'eval', owner: 'anna' }))
    expect(await keptResults(data, 'anna')).toHaveLength(1)
    expect(await keptResults(data, 'local')).toEqual([])
  })

  it('are the newest of whoever asks, however many others have', async () => {
    const data = temporaryFolder()
    const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()
    await keepResult(data, result(day(1), { owner: 'anna' }))
    for (let number = 2; number <= 130; number++) await keepResult(data, result(day(number), { owner: 'ben' }))
    expect((await keptResults(data, 'anna')).map(({ at }) => at)).toEqual([day(1)])
    const seen = await keptResults(data, 'ben')
    expect([seen.length, seen[0]?.at, seen.at(-1)?.at]).toEqual([100, day(130), day(31)])
  })

  it('leave out files that were cut short, and those of somebody else', async () => {
    const data = temporaryFolder()
    const path = await keepResult(data, result('2026-01-01T00:00:00.000Z'))
    writeFileSync(join(path, '..', 'cut.json'), '{"v":1,')
    writeFileSync(join(path, '..', 'other.json'), '{"v":2}')
    writeFileSync(join(path, '..', 'null.json'), 'null')
    writeFileSync(join(path, '..', 'notes.txt'), 'Hello.')
    expect(await keptResults(data, 'local')).toHaveLength(1)
  })
})
