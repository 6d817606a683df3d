import type { Store } from '@gyre/core'
import { storeConformance } from '@gyre/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgvectorDatabase, type TestDatabase } from '../../../test/knowledge-databases.ts'
import { PostgresKnowledge } from './knowledge.ts'
import { PostgresMemories } from './memories.ts'

const name = 'PostgreSQL with pgvector'
const parts = new Set([name, 'knowledge', 'memories'])

/** Without it, the tests of the whole store have them. */
describe('where the extension is', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await pgvectorDatabase()
  })
  afterAll(() => test.close())

  const open = async () => {
    await test.empty()
    const knowledge = await PostgresKnowledge.open(test.database)
    const store: Pick<Store, 'knowledge' | 'memories'> = { knowledge, memories: new PostgresMemories(test.database) }
    return { store: store as Store, close: async () => {} }
  }
  const ofKnowledge = (title: string, body: () => void) => {
    if (parts.has(title)) describe(title, body)
  }
  storeConformance(name, open, { describe: ofKnowledge, it, expect })
})
