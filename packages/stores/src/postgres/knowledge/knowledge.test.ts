import type { Store } from '@gyre/core'
import { storeConformance } from '@gyre/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgvectorDatabase, serverDatabase, type TestDatabase } from '../../../test/knowledge-databases.ts'
import { PostgresKnowledge } from './knowledge.ts'
import { PostgresMemories } from './memories.ts'

const servers = { 'PostgreSQL alone': serverDatabase, 'PostgreSQL with pgvector': pgvectorDatabase }
const parts = new Set([...Object.keys(servers), 'knowledge', 'memories'])

describe.each(Object.entries(servers))('on a server', (name, start) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await start()
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
