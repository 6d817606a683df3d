import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { replaceNamedFile } from './replaced-file.ts'

describe('a file that is replaced', () => {
  it('is made where there is none, for its owner alone, and leaves nothing beside it', async () => {
    const folder = temporaryFolder()
    await replaceNamedFile(join(folder, 'a.json'), 'new')
    expect(readdirSync(folder)).toEqual(['a.json'])
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('new')
    expect(statSync(join(folder, 'a.json')).mode & 0o777).toBe(0o600)
  })

  it('keeps its mode, and a link stays a link', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'real.json'), 'old')
    chmodSync(join(folder, 'real.json'), 0o640)
    symlinkSync('real.json', join(folder, 'link.json'))
    await replaceNamedFile(join(folder, 'link.json'), 'new')
    expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'real.json'), 'utf8')).toBe('new')
    expect(statSync(join(folder, 'real.json')).mode & 0o777).toBe(0o640)
  })

  it('is left as it is when it cannot be replaced, and the reason is told', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'a.json'))
    await expect(replaceNamedFile(join(folder, 'a.json'), 'new')).rejects.toMatchObject({
      code: 'file-unwritable',
      message: expect.stringMatching(/a\.json` cannot be written: it is a folder\.$/),
    })
    expect(readdirSync(folder)).toEqual(['a.json'])
    await expect(replaceNamedFile(join(folder, 'none', 'b.json'), 'new')).rejects.toMatchObject({
      code: 'file-unwritable',
      message: expect.stringContaining('there is no folder'),
    })
  })
})
