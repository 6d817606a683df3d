/** How good the ways of searching are, on the shipped corpus and on one made from a seed: tables in Markdown. */
import { memoryStore } from 'gyre'
import { corpora, passages } from '../packages/knowledge/test/retrieval/corpora.ts'
import { evaluate } from '../packages/knowledge/test/retrieval/evaluate.ts'
import { filledShelf } from '../packages/knowledge/test/retrieval/filled-shelf.ts'
import { tablesOf } from '../packages/knowledge/test/retrieval/tables.ts'

export async function retrievalTables(): Promise<string> {
  const tables: string[] = []
  for (const corpus of corpora()) {
    const store = memoryStore()
    const shelf = await filledShelf(store.knowledge, corpus)
    tables.push(tablesOf(`${corpus.name} corpus`, await evaluate(shelf, corpus.cases, passages())))
    await store.close()
  }
  return tables.join('\n\n')
}
