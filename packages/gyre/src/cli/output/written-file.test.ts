import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { makeNamedFolder } from './written-file.ts'

describe('a folder that a command makes', () => {
  it('is made with those above it', async () => {
    const path = join(temporaryFolder(), 'a', 'b', 'c')
    await makeNamedFolder(path)
    expect(statSync(path).isDirectory()).toBe(true)
  })

  it('may be there, and may be made by somebody else at the same moment', async () => {
    const path = join(temporaryFolder(), 'a', 'b')
    await Promise.all([makeNamedFolder(path), makeNamedFolder(path)])
    await makeNamedFolder(path)
    expect(statSync(path).isDirectory()).toBe(true)
  })

  it.each([
    ['a file', 'file', 'a file of this name is there'],
    ['below a file', 'file/a', 'is no folder'],
  ])('is refused where it would be %s', async (_, name, why) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), 'x')
    await expect(makeNamedFolder(join(folder, name))).rejects.toMatchObject({
      code: 'file-unwritable',
      message: expect.stringContaining(why),
    })
  })

  it.runIf(process.platform === 'linux')('is refused, at once, on a file system that takes none', async () => {
    await expect(makeNamedFolder('/proc/gyre-report/a')).rejects.toMatchObject({
      code: 'file-unwritable',
      message: '`/proc/gyre-report` cannot be written: no folder can be made in `/proc`.',
    })
  })
})
