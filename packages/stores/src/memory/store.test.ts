import { storeConformance } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { memoryStore } from './store.ts'

storeConformance(
  'the memory store',
  async () => {
    const store = memoryStore()
    return { store, close: () => store.close() }
  },
  { describe, it, expect },
)
