/** Reading a folder into the index, killed by SIGKILL inside a write: the next run ends where it would have ended. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ChildOrder } from '../../packages/knowledge/test/ingest-child.ts'
import { essay, writeFiles } from '../../packages/knowledge/test/ingest-shelf.ts'
import { tablesOf } from '../../packages/knowledge/test/ingest-tables.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const program = join(import.meta.dirname, '../../packages/knowledge/test/ingest-child.ts')

type Said = { readonly counts: Readonly<Record<string, number>>; readonly writes: number }

function child(order: ChildOrder): Said | undefined {
  const ended = spawnSync(process.execPath, ['--conditions=@gyre/source', program, JSON.stringify(order)], {
    encoding: 'utf8',
  })
  if (ended.signal === 'SIGKILL') return undefined
  if (ended.status !== 0) throw new Error(`A child ended with ${ended.status}: ${ended.stderr}`)
  return JSON.parse(ended.stdout) as Said
}

it('goes on where it was killed, whatever it was writing', () => {
  const place = temporaryFolder()
  const folder = join(place, 'texts')
  const texts = ['ant', 'bee', 'cat', 'dog'].map((name) => [`${name}.md`, `# ${name}\n\n${essay(name, 6)}`] as const)
  writeFiles(folder, Object.fromEntries(texts))
  const whole = child({ path: join(place, 'whole.db'), folder })
  expect(whole?.counts).toMatchObject({ added: 4, failed: 0 })
  const expected = tablesOf(join(place, 'whole.db'))
  for (const killAt of [1, 3, whole?.writes ?? 0]) {
    const path = join(place, `${killAt}.db`)
    expect(child({ path, folder, killAt })).toBeUndefined()
    const { added = 0, unchanged = 0 } = child({ path, folder })?.counts ?? {}
    expect({ killAt, all: added + unchanged }).toEqual({ killAt, all: 4 })
    // What was written before the kill is not written again.
    expect(unchanged).toBeGreaterThanOrEqual(Math.min(killAt - 1, 4))
    expect(tablesOf(path)).toEqual(expected)
    expect(child({ path, folder })).toMatchObject({ counts: { unchanged: 4 }, writes: 0 })
  }
})
