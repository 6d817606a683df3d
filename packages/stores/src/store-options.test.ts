import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, opened, temporaryPath } from '../test/temporary-store.ts'
import { memoryStore } from './memory/store.ts'
import { sqliteStore } from './sqlite/store.ts'

const noNumber = ' must be a number above 0, not'
const noKey = '`key` must be a passphrase or a list of them, none of them empty.'

const wrong: readonly [object, string][] = [
  [{ synchronous: 'OFF' }, `\`synchronous\` must be 'FULL' or 'NORMAL', not "OFF".`],
  [{ synchronous: 'full' }, `\`synchronous\` must be 'FULL' or 'NORMAL', not "full".`],
  [{ sync: 'FULL' }, 'A store has no option `sync`; it has `synchronous`, `key`, `leaseMs`, `maxPages`.'],
  [{ key: '' }, noKey],
  [{ key: [] }, noKey],
  [{ key: ['old', ''] }, noKey],
  [{ key: 7 }, noKey],
  [{ leaseMs: 0 }, `\`leaseMs\`${noNumber} 0.`],
  [{ leaseMs: Number.NaN }, `\`leaseMs\`${noNumber} NaN.`],
  [{ leaseMs: '15s' }, `\`leaseMs\`${noNumber} "15s".`],
  [{ maxPages: -1 }, `\`maxPages\`${noNumber} -1.`],
]

describe('a SQLite store', () => {
  for (const [options, message] of wrong) {
    it(`is not opened with ${JSON.stringify(options)}, and nothing is made`, () => {
      const path = temporaryPath()
      expect(failure(() => sqliteStore(path, options))).toMatchObject({ code: 'config-invalid', message })
      expect(readdirSync(dirname(path))).toEqual([])
    })
  }

  for (const path of ['', '  ', undefined, 5]) {
    it(`is not opened at ${JSON.stringify(path)}`, () => {
      expect(failure(() => sqliteStore(path as string))).toMatchObject({
        code: 'config-invalid',
        message: '`path` must be the path of a file.',
      })
      expect(existsSync('key')).toBe(false)
    })
  }

  it('takes an option that is undefined for one that is left out', () => {
    const options = { synchronous: undefined, key: undefined, leaseMs: undefined, maxPages: undefined }
    expect(opened(temporaryPath(), options as object).leaseMs).toBe(15_000)
  })
})

describe('a memory store', () => {
  it('is not made with options it does not know or cannot use', () => {
    const says = (options: object) => (failure(() => memoryStore(options)) as Error).message
    expect(says({ synchronous: 'FULL' })).toBe(
      'A store has no option `synchronous`; it has `key`, `worker`, `leaseMs`.',
    )
    expect(says({ worker: '' })).toBe('`worker` must be a name.')
    expect(says({ key: '' })).toBe(noKey)
    expect(says({ leaseMs: -5 })).toBe(`\`leaseMs\`${noNumber} -5.`)
  })
})
