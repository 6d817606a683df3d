/** Documents of your own, read into an index that needs no network: found by words and vectors, and cited in the answer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingest, search } from '@gyre/knowledge'
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { knowledgeToolbox } from '@gyre/knowledge/toolbox'
import { memoryStore, open, react } from 'gyre'

const folder = mkdtempSync(join(tmpdir(), 'gyre-example-'))
writeFileSync(join(folder, 'light.md'), '# The harbour light\n\nThe harbour light was built in 1874 by Ada Brandt.\n')
writeFileSync(join(folder, 'ferry.md'), '# The ferry\n\nThe ferry Kittiwake sails to Hob Skerry at nine and at four.\n')

const store = memoryStore()
const shelf = { store: store.knowledge, embedder: hashedEmbedder(), owner: 'local', clock: { now: Date.now } }
const { counts } = await ingest(shelf, [folder])
console.log(`${counts.added} documents read`)

const [found] = await search(shelf, 'Who built the light?', { limit: 1 })
console.log(found?.chunk.source.slice(folder.length + 1), found?.chunk.start, found?.chunk.end, found?.snippet.text)

const runtime = open({ store })
const { tools } = knowledgeToolbox({ shelf: async () => shelf })
const session = await runtime.start(react, 'Who built the harbour light?', { model: 'demo/rules', tools })
console.log(String((await session.outcome).answer).replaceAll(folder, ''))
await runtime.close()
rmSync(folder, { recursive: true })

// Prints:
// 2 documents read
// light.md 0 71 The harbour light was built in 1874 by Ada Brandt.
// Ada Brandt: “The harbour light was built in 1874 by Ada Brandt.” (The harbour light)
