import { describe, expect, it } from 'vitest'
import { temporaryPath } from '../../test/temporary-store.ts'
import { connect } from './connection.ts'

describe('a look at the store', () => {
  it('is of one moment, whatever another process writes meanwhile', () => {
    const path = temporaryPath()
    const [one, other] = [1, 2].map(() => connect(path, { synchronous: 'NORMAL' })) as [
      ReturnType<typeof connect>,
      ReturnType<typeof connect>,
    ]
    one.execute('CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)')
    const read = () => one.prepare('SELECT n FROM t').get()?.['n']
    const seen = one.snapshot(() => {
      const before = read()
      other.execute('UPDATE t SET n = 2')
      return [before, read()]
    })
    expect(seen).toEqual([1, 1])
    expect(read()).toBe(2)
    one.close()
    other.close()
  })
})
