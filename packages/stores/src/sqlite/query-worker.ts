/** The thread that answers questions about a large index, by a connection of its own that only reads. */
import { parentPort, workerData } from 'node:worker_threads'
import { connectReader } from './connection.ts'
import { KnowledgeQueries } from './knowledge-queries.ts'
import { NearestByExtension } from './nearest-by-extension.ts'
import type { Answer, Question } from './query-thread.ts'
import { storeError } from './store-error.ts'
import { loadVectorExtension } from './vector-extension.ts'

const path = workerData as string
let opening: Promise<KnowledgeQueries> | undefined

async function open(): Promise<KnowledgeQueries> {
  const connection = connectReader(path)
  const hasExtension = await loadVectorExtension(connection.database)
  return new KnowledgeQueries(connection, hasExtension ? new NearestByExtension(connection) : undefined)
}

async function answer({ name, asked }: Question): Promise<Answer> {
  try {
    // What did not open is tried again by the next question.
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    const queries = await opening
    return { value: Reflect.apply(queries[name], queries, asked) }
  } catch (error) {
    const { code, message } = storeError(error, path)
    return { error: { code, message } }
  }
}

parentPort?.on('message', (question: Question) => {
  void answer(question).then((reply) => parentPort?.postMessage(reply))
})
