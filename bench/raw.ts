/** The floor: a loop and a journal written by hand, with nothing else. */
import { DatabaseSync } from 'node:sqlite'
import type { Contestant } from './contestant.ts'
import { goal, lookup, nextTurn, type Workload } from './scripted-task.ts'

type RawMessage = {
  readonly role: string
  readonly content?: string
  readonly calls?: readonly { id: string; input: string }[]
}

type RawStep = <T>(kind: string, effect: () => T | Promise<T>) => Promise<T>

async function model(workload: Workload, messages: readonly RawMessage[]): Promise<RawMessage> {
  let results = 0
  for (const message of messages) if (message.role === 'tool') results += 1
  const turn = nextTurn(workload, results)
  if (typeof turn === 'string') return { role: 'assistant', content: turn }
  return { role: 'assistant', calls: turn.map(({ id, q }) => ({ id, input: JSON.stringify({ q }) })) }
}

export async function loop(workload: Workload, step: RawStep): Promise<string | undefined> {
  const messages: RawMessage[] = [{ role: 'user', content: goal }]
  for (;;) {
    const reply = await step('model', () => model(workload, messages))
    messages.push(reply)
    if (!reply.calls) return reply.content
    const results = await Promise.all(
      reply.calls.map(({ input }) =>
        step('tool', async () => lookup(workload, (JSON.parse(input) as { q: string }).q)),
      ),
    )
    for (const content of results) messages.push({ role: 'tool', content })
  }
}

const padding = 'x'.repeat(900)

/** A record of about a kilobyte, as journals of agents have them. */
export function record(kind: string, result: unknown): string {
  return JSON.stringify({ kind, result, padding }).slice(0, 1024)
}

export const contestant: Contestant = {
  run: (workload) => loop(workload, async (_, effect) => effect()),
  durable(file, synchronous) {
    const database = new DatabaseSync(file)
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};
      CREATE TABLE journal (run TEXT, seq INTEGER, body TEXT, UNIQUE (run, seq))`)
    const insert = database.prepare('INSERT INTO journal VALUES (?, ?, ?)')
    let runs = 0
    return {
      run(workload) {
        const id = `run-${runs++}`
        let seq = 0
        return loop(workload, async (kind, effect) => {
          const result = await effect()
          insert.run(id, seq++, record(kind, result))
          return result
        })
      },
      async close() {
        database.close()
      },
    }
  },
}
