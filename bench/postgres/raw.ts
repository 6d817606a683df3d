/** The floor: the same loop by hand, one insert of a kilobyte for each step. */
import pg from 'pg'
import { loop, record } from '../raw.ts'
import type { OnPostgres } from './contestant-process.ts'

export async function openOn(url: string): Promise<OnPostgres> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  await pool.query('CREATE TABLE journal (run text, seq integer, body text, PRIMARY KEY (run, seq))')
  const text = 'INSERT INTO journal VALUES ($1, $2, $3)'
  let runs = 0
  return {
    run(workload) {
      const id = `run-${runs++}`
      let seq = 0
      return loop(workload, async (kind, effect) => {
        const result = await effect()
        await pool.query({ name: 'insert', text, values: [id, seq++, record(kind, result)] })
        return result
      })
    },
    close: () => pool.end(),
  }
}
