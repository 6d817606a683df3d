import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeConformance } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { sqliteStore } from './store.ts'

storeConformance('the SQLite store', open, { describe, it, expect })

storeConformance(
  'the SQLite store in memory',
  async () => {
    const store = sqliteStore(':memory:')
    return { store, close: () => store.close() }
  },
  { describe, it, expect },
)

async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-store-'))
  const store = sqliteStore(join(folder, 'gyre.db'))
  const opened = [store]
  return {
    store,
    async reopen() {
      await Promise.all(opened.map((each) => each.close()))
      const again = sqliteStore(join(folder, 'gyre.db'))
      opened.push(again)
      return again
    },
    async close() {
      await Promise.all(opened.map((each) => each.close()))
      rmSync(folder, { recursive: true })
    },
  }
}
