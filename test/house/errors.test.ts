import { type ErrorCode, errorTable } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { read, sources } from './repository.ts'

const codes = Object.keys(errorTable) as readonly ErrorCode[]

/** Rows of the tables of docs/errors.md: code, status, meaning, fix. */
const rows = [...read('docs/errors.md').matchAll(/^\| `([\w-]+)` +\| (\d+) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, code = '', status, meaning = '', fix = '']) => ({ code, status: Number(status), meaning, fix }),
)

/** `new GyreError('code'`, `toGyreError(thrown, 'code')`, `fileError('code'`, `faultsError('code'`, `readAs(schema, value, 'code'`, and tables of `{ code: 'code' }`. */
const thrown =
  /\bGyreError\(\s*'([\w-]+)'|\btoGyreError\([^()]*,\s*'([\w-]+)'\)|\b(?:file|issues|faults)Error\(\s*'([\w-]+)'|\breadAs\([^']*'([\w-]+)'|\bcode: '([\w-]+)'/g

describe('the errors', () => {
  it('are all on the page, with the status and the fix of the table, and no other is', () => {
    const documented = rows.map(({ code, status, fix }) => ({ code, status, fix }))
    expect(documented).toEqual(codes.map((code) => ({ code, ...errorTable[code] })))
  })

  it('have a meaning that says more than the code', () => {
    expect(rows.filter(({ meaning }) => meaning.length < 15 || !meaning.endsWith('.'))).toEqual([])
  })

  it('are in the table when a source throws one, and thrown by a source when in the table', () => {
    // The page throws none: it shows those of the server.
    const throwing = sources.filter((path) => !path.startsWith('packages/web/'))
    const used = new Set(
      throwing.flatMap((path) => [...read(path).matchAll(thrown)].map((match) => match.slice(1).find(Boolean) ?? '')),
    )
    // Two of the kernel's own, zod's word for a fault that a check of ours found, and the system's for what is not allowed.
    const internal = new Set(['wrap-up', 'stuck', 'custom', 'EACCES'])
    expect([...used].filter((code) => !internal.has(code) && !Object.hasOwn(errorTable, code))).toEqual([])
    expect(codes.filter((code) => !used.has(code))).toEqual([])
  })
})
