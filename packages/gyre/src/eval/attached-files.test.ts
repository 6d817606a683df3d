import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EvalTask } from '@gyre/lab'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { attachedFiles } from './attached-files.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0])

function filesOf(...files: string[]) {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  mkdirSync(join(data, 'deep'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  symlinkSync(join(folder, 'secret.txt'), join(data, 'link.txt'))
  writeFileSync(join(data, 'deep', 'code.py'), 'x = 1')
  writeFileSync(join(data, 'image.PNG'), png)
  writeFileSync(join(data, 'broken.csv'), png)
  return attachedFiles({ files, line: 3 } as unknown as EvalTask, data, 'tasks.jsonl')
}

describe('the files of a task', () => {
  it('are texts, pictures, or bytes', async () => {
    const data = png.toString('base64')
    expect(await filesOf('deep/code.py', 'image.PNG', 'broken.csv')).toEqual([
      { type: 'file', name: 'code.py', mediaType: 'text/plain', data: 'x = 1' },
      { type: 'image', mediaType: 'image/png', data },
      { type: 'file', name: 'broken.csv', mediaType: 'application/octet-stream', data },
    ])
  })

  it.each(['../secret.txt', '../none.txt', '../../none/passwd', 'link.txt'])(
    'are beside the data set: %s is not',
    async (name) => {
      await expect(filesOf(name)).rejects.toThrow(
        `tasks.jsonl:3: the file \`${name}\` of this task is outside of the folder of the data set.`,
      )
    },
  )

  it('have to be there', async () => {
    await expect(filesOf('deep')).rejects.toMatchObject({ code: 'file-unreadable' })
    await expect(filesOf('none.txt')).rejects.toThrow('tasks.jsonl:3: the file `none.txt` of this task cannot be read')
  })
})
