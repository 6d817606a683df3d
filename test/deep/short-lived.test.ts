/**
 * Sessions that have ended are young garbage, which is collected at next to no cost. A closure that is written onto an
 * object, or a getter in a literal, can be enough to keep a whole session until the next full collection.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const program = join(import.meta.dirname, 'child/short-lived.ts')

/** Rights are remembered for a while, which is less than half of it. A session is more than three times as large. */
const mostBytes = 4000

it('nothing of a session that has ended outlives a collection of young garbage', () => {
  const out = execFileSync(process.execPath, ['--expose-gc', '--conditions=@gyre/source', program], {
    encoding: 'utf8',
  })
  const outlived = JSON.parse(out) as readonly number[]
  expect(outlived).toHaveLength(2)
  expect(outlived.filter((bytes) => bytes > mostBytes)).toEqual([])
})
