import { rmSync } from 'node:fs'
import type { KnowledgeStore } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { dumpOf, essay, memoryKnowledge, options, shelfOf, writeFiles } from '../../test/ingest-shelf.ts'
import { ingest } from './ingest.ts'

/** Fails at this write and all after it, before or after it is done. */
function failing(store: KnowledgeStore, at: number, isDone: boolean): KnowledgeStore {
  let writes = 0
  const write = async (work: () => Promise<void>) => {
    writes += 1
    if (writes < at || (writes === at && isDone)) await work()
    if (writes >= at) throw new Error('the disk is full')
  }
  return new Proxy(store, {
    get(target, name: keyof KnowledgeStore) {
      if (name === 'put') return (...given: Parameters<typeof store.put>) => write(() => target.put(...given))
      if (name === 'remove') return (...given: Parameters<typeof store.remove>) => write(() => target.remove(...given))
      if (name === 'putVectors')
        return (...given: Parameters<typeof store.putVectors>) => write(() => target.putVectors(...given))
      return target[name].bind(target)
    },
  })
}

/** Another version of some files, one less and two more. */
function versions() {
  const folder = temporaryFolder()
  const first = { 'a.md': essay('a'), 'b.md': essay('b'), 'c.md': essay('c'), 'gone.md': essay('gone') }
  const second = {
    'a.md': essay('a'),
    'b.md': `${essay('b')}\n\n# More\n\n${essay('more')}`,
    'c.md': essay('a'),
    'd.md': essay('gone'),
    'e.md': essay('e'),
  }
  return { folder, first, second }
}

async function whole(): Promise<unknown> {
  const { folder, second } = versions()
  writeFiles(folder, second)
  const { shelf, store } = shelfOf()
  await ingest(shelf, [folder], options)
  return comparable(await dumpOf(store), folder)
}

/** The folder is another one each time, and with it the ids and times. */
function comparable(dump: Awaited<ReturnType<typeof dumpOf>>, folder: string) {
  const sources = new Map(dump.map(({ document }) => [document?.id, document?.source.slice(folder.length)]))
  return dump.map(({ document, chunks, vectors }) => ({
    source: document?.source.slice(folder.length),
    text: document?.text,
    hash: document?.hash,
    data: JSON.stringify(document?.data).replaceAll(/doc_[0-9a-f]{24}/g, (id) => sources.get(id) ?? id),
    chunks: chunks.map(({ start, end, headings, text }) => ({ start, end, headings, text })),
    vectors,
  }))
}

describe('ingesting that was interrupted', () => {
  it.each([1, 2, 3, 4, 5].flatMap((at) => [true, false].map((isDone) => ({ at, isDone }))))(
    'goes on to the same end after write $at failed (done: $isDone)',
    async ({ at, isDone }) => {
      const { folder, first, second } = versions()
      const { shelf, store } = shelfOf(memoryKnowledge())
      writeFiles(folder, first)
      await ingest(shelf, [folder], options)
      rmSync(`${folder}/gone.md`)
      writeFiles(folder, second)
      const broken = { ...shelf, store: failing(store, at, isDone) }
      await expect(ingest(broken, [folder], options)).rejects.toThrow('the disk is full')
      await ingest(shelf, [folder], options)
      expect(comparable(await dumpOf(store), folder)).toEqual(await whole())
      expect(await store.withoutVector('counting', 'ada', 10)).toEqual([])
    },
  )
})
