import { describe, expect, it } from 'vitest'
import { databases } from '../../test/temporary-postgres.ts'

const cut = 'SELECT pg_terminate_backend(pg_backend_pid())'

describe('a transaction', () => {
  it('is done again when its connection breaks before it is committed', async () => {
    const [database] = await databases(1)
    let tries = 0
    await database.transaction(async ({ rows }) => {
      await rows(`INSERT INTO key_value (key, value) VALUES ('a', '1')`)
      if (++tries === 1) await rows(cut)
    })
    expect(tries).toBe(2)
    expect(await database.rows('SELECT key FROM key_value')).toEqual([{ key: 'a' }])
  })

  it('is not done again when its connection breaks as it is committed, unless it may be', async () => {
    const [database] = await databases(1)
    await database.transaction(async ({ rows }) => {
      await rows(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`)
      await rows(`CREATE CONSTRAINT TRIGGER breaks AFTER INSERT ON key_value DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.value = 'bad') EXECUTE FUNCTION break_off()`)
    })
    for (const [mayRepeat, expected] of [
      [false, 1],
      [true, 2],
    ] as const) {
      let tries = 0
      const insert = () =>
        database.transaction(
          ({ rows }) => rows(`INSERT INTO key_value (key, value) VALUES ('a', $1)`, [++tries === 1 ? 'bad' : 'good']),
          { mayRepeat },
        )
      const failure = await insert().then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(tries).toBe(expected)
      if (!mayRepeat) expect(failure).toMatchObject({ code: 'store-unreachable' })
    }
    expect(await database.rows('SELECT value FROM key_value')).toEqual([{ value: 'good' }])
  })
})
