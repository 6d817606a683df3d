import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { after, EvalLab } from '../../../test/eval-lab.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { keptResults } from '../../results/result-files.ts'
import { ioOf } from '../io.ts'
import { Options } from '../options.ts'
import { keepFound, unopenedFolder } from './kept-result.ts'

const found = { kind: 'lab', title: 'loops', owner: null, report: { n: 3 } } as const

describe('a result that is kept', () => {
  it('stands in the data folder', async () => {
    const folder = temporaryFolder()
    const host = new FakeHost()
    await keepFound({ io: ioOf(host, new Options({})) }, async () => folder, found)
    const [name = ''] = readdirSync(join(folder, 'results'))
    expect(JSON.parse(readFileSync(join(folder, 'results', name), 'utf8'))).toEqual({
      ...{ v: 1, kind: 'lab', title: 'loops', owner: null, report: { n: 3 } },
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(host.err).toBe('')
  })

  it('is lost with a word where nothing can be written', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    const host = new FakeHost()
    await keepFound({ io: ioOf(host, new Options({})) }, async () => file, found)
    expect(host.err).toMatch(/^The result is not kept for the web pages: /)
  })

  it('goes to the folder that is named, that of the environment, or that of the platform', async () => {
    const cwd = temporaryFolder()
    const folderWith = (env: Readonly<Record<string, string>>, data?: string) => {
      const options = new Options(data === undefined ? {} : { data })
      return unopenedFolder({ options, io: ioOf(new FakeHost({ cwd, env }), options) })
    }
    expect(await folderWith({ GYRE_DATA: '/b' }, '/a')).toBe('/a')
    expect(await folderWith({ GYRE_DATA: '/b' })).toBe('/b')
    expect(await folderWith({ HOME: '/home/anna' })).toBe('/home/anna/.local/share/gyre')
  })

  it('of an eval is that of its owner', async () => {
    const lab = new EvalLab()
    await lab.eval([after('one')], '--loops', 'direct')
    expect(await keptResults(lab.folder, 'local')).toMatchObject([
      { kind: 'eval', title: 'tasks.jsonl', report: { isWhole: true, arms: [{ name: 'direct', count: 1 }] } },
    ])
    expect(await keptResults(lab.folder, 'anna')).toEqual([])
  })
})
