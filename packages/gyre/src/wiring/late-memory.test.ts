import { systemClock, systemIds } from '@gyre/core'
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { memoryStore } from '@gyre/stores/memory'
import { expect, it } from 'vitest'
import { lateMemory } from './late-memory.ts'

it('is loaded again after its package could not be', async () => {
  let failures = 1
  const load = async () => {
    if (failures-- > 0) throw new Error('Too many open files.')
    return import('@gyre/knowledge')
  }
  const shelf = { store: memoryStore().memories, embedder: hashedEmbedder(), clock: systemClock, ids: systemIds }
  const memory = lateMemory(shelf, load)
  await expect(memory.recall('tea', { owner: 'ann', limit: 1 })).rejects.toThrow('Too many open files.')
  expect(await memory.recall('tea', { owner: 'ann', limit: 1 })).toEqual([])
})
