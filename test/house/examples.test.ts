import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { filesOf, read, root } from './repository.ts'

const mark = '\n// Prints:\n'

describe('the examples', () => {
  it.each(filesOf('examples/*.ts'))(
    '%s prints what it says it prints',
    async (path) => {
      const [, comment = ''] = read(path).split(mark)
      const args = ['--conditions=@gyre/source', path]
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
      const lines = (text: string) => text.split('\n').map((line) => line.trimEnd())
      expect(lines(stdout)).toEqual(lines(comment.replaceAll(/^\/\/ /gm, '')))
    },
    30_000,
  )

  it.each(filesOf('examples/*.ts'))('%s has at most 60 lines', (path) => {
    expect(read(path).trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  })
})
