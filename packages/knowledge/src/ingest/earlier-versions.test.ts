import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteStore } from '@gyre/stores/sqlite'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { essay, options, shelfOf, writeFiles } from '../../test/ingest-shelf.ts'
import { ingest } from './ingest.ts'

it('what an earlier version of a file said is not in the database any more', async () => {
  const [folder, place] = [temporaryFolder(), temporaryFolder()]
  const path = join(place, 'gyre.db')
  const store = sqliteStore(path)
  const { shelf } = shelfOf(store.knowledge)
  const isKept = (text: string) => [path, `${path}-wal`].some((file) => readFileSync(file).includes(text))
  writeFiles(folder, { 'a.md': `${essay('a')} It was called formername.`, 'b.md': essay('b') })
  await ingest(shelf, [folder], options)
  expect(isKept('formername')).toBe(true)
  writeFiles(folder, { 'a.md': `${essay('a')} It has another name.` })
  await ingest(shelf, [folder], options)
  expect(isKept('formername')).toBe(false)
  await store.close()
})
