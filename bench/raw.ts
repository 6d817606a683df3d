/** The floor: a loop and a journal written by hand, with nothing else. */
import { join } from 'node:path'
import type { Contestant, Durable, Place } from './contestant.ts'
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
  const turn = await nextTurn(workload, results)
  if (typeof turn === 'string') return { role: 'assistant', content: turn }
  return { role: 'assistant', calls: turn.map(({ id, q }) => ({ id, input: JSON.stringify({ q }) })) }
}

async function loop(workload: Workload, step: RawStep): Promise<string | undefined> {
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
function record(kind: string, result: unknown): string {
  return JSON.stringify({ kind, result, padding }).slice(0, 1024)
}

/** One insert for each step. */
function inserting(insert: (run: string, seq: number, body: string) => unknown): Durable['run'] {
  let runs = 0
  return (workload) => {
    const run = `run-${runs++}`
    let seq = 0
    return loop(workload, async (kind, effect) => {
      const result = await effect()
      await insert(run, seq++, record(kind, result))
      return result
    })
  }
}

// Databases are loaded when they are used: a start of the loop alone is measured too.
async function onFile({ folder }: Place, synchronous: 'FULL' | 'NORMAL'): Promise<Durable> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(folder, 'bench.db'))
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};
    CREATE TABLE journal (run TEXT, seq INTEGER, body TEXT, UNIQUE (run, seq))`)
  const insert = database.prepare('INSERT INTO journal VALUES (?, ?, ?)')
  return {
    run: inserting((run, seq, body) => insert.run(run, seq, body)),
    close: async () => database.close(),
  }
}

async function onPostgres({ url }: Place): Promise<Durable> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  await pool.query('CREATE TABLE journal (run text, seq integer, body text, PRIMARY KEY (run, seq))')
  const text = 'INSERT INTO journal VALUES ($1, $2, $3)'
  return {
    run: inserting((run, seq, body) => pool.query({ name: 'insert', text, values: [run, seq, body] })),
    close: () => pool.end(),
  }
}

export const contestant: Contestant = {
  run: (workload) => loop(workload, async (_, effect) => effect()),
  durable: {
    'SQLite FULL': (place) => onFile(place, 'FULL'),
    'SQLite NORMAL': (place) => onFile(place, 'NORMAL'),
    PostgreSQL: onPostgres,
  },
}
