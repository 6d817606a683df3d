import { setImmediate } from 'node:timers/promises'
import type { KnowledgeChunk, KnowledgeDocument } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { opened, temporaryPath } from '../../test/temporary-store.ts'

const count = 1001
const line = 'A line of the long document.\n'
const text = line.repeat(count)
const document: KnowledgeDocument = {
  id: 'long',
  owner: 'local',
  source: '/long.md',
  title: 'Long',
  mediaType: 'text/plain',
  hash: 'h',
  text,
  at: 1,
  data: null,
}
const chunks = Array.from({ length: count }, (_, number): KnowledgeChunk => {
  const start = number * line.length
  return { id: `long/${number}`, document: 'long', start, end: start + line.length, headings: [] }
})

describe('a document of very many chunks', () => {
  it('is written whole, as it was when it was given', async () => {
    const { knowledge } = opened(temporaryPath())
    const given = chunks.map((chunk) => ({ ...chunk }))
    const writing = knowledge.put(document, given)
    given.length = 0
    await writing
    expect((await knowledge.chunksOf('long')).map(({ id, start }) => [id, start])).toEqual(
      chunks.map(({ id, start }) => [id, start]),
    )
  })

  it('is removed whole, in turns', async () => {
    const { knowledge } = opened(temporaryPath())
    await knowledge.put(document, chunks)
    let turns = 0
    let isOver = false
    const removing = knowledge.remove(['long']).finally(() => {
      isOver = true
    })
    for (; !isOver; turns++) await setImmediate()
    await removing
    expect(turns).toBeGreaterThanOrEqual(5)
    expect(await knowledge.overview('local')).toMatchObject({ documents: 0, chunks: 0 })
  })

  it('is the version that was given last, and gone when it was removed last, however long each takes', async () => {
    const { knowledge } = opened(temporaryPath())
    const short = { ...document, text: 'Short.', hash: 's' }
    const one = [{ id: 'long/0', document: 'long', start: 0, end: 6, headings: [] }]
    await Promise.all([knowledge.put(document, chunks), knowledge.put(short, one)])
    expect((await knowledge.get('long'))?.text).toBe('Short.')
    await Promise.all([knowledge.put(document, chunks), knowledge.remove(['long'])])
    expect(await knowledge.get('long')).toBeUndefined()
  })

  it.each([['long', chunks] as const, ['short', chunks.slice(0, 1)] as const])(
    'that is put while an earlier %s version is removed stays',
    async (_, earlier) => {
      const { knowledge } = opened(temporaryPath())
      await knowledge.put(document, earlier)
      const later = { ...document, text: 'Short.', hash: 's' }
      const one = [{ id: 'long/0', document: 'long', start: 0, end: 6, headings: [] }]
      await Promise.all([knowledge.remove(['long']), knowledge.put(later, one)])
      expect((await knowledge.get('long'))?.text).toBe('Short.')
    },
  )

  it('has another hash once a part of it is gone: whoever reads it in again does not take it for whole', async () => {
    const path = temporaryPath()
    const { knowledge } = opened(path)
    await knowledge.put(document, chunks)
    const hashes = new Set<string | undefined>()
    let isOver = false
    const removing = knowledge.remove(['long']).finally(() => {
      isOver = true
    })
    const other = opened(path)
    for (; !isOver; await setImmediate()) hashes.add((await other.knowledge.get('long'))?.hash)
    await removing
    expect([...hashes]).toContain('')
  })
})
