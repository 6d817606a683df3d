import { expect, it } from 'vitest'
import { namesFrom, overviewIn } from './overview.ts'

it('How much is known is read from the counts of the server', () => {
  const counts = { documents: 2, chunks: 9, names: 4, edges: 5, embedder: 'lexical/hashed-1', fault: 'No key.' }
  expect(overviewIn({ ...counts, vectors: [], demo: { documents: 48 } })).toEqual({ ...counts, bundled: 48 })
  expect(overviewIn({ documents: 'x', demo: null })).toEqual({
    documents: 0,
    chunks: 0,
    names: 0,
    edges: 0,
    embedder: '',
    fault: null,
    bundled: 0,
  })
})

it('Names are those of the samples for who has no documents', () => {
  expect(namesFrom({ documents: 0, bundled: 48 })).toBe('the bundled samples')
  expect(namesFrom({ documents: 1, bundled: 48 })).toBe('the documents')
  expect(namesFrom({ documents: 0, bundled: 0 })).toBe('the documents')
})
