import { describe, expect, it } from 'vitest'
import { loadPackages } from './optional-packages.ts'

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from x`), { code: 'ERR_MODULE_NOT_FOUND' })

describe('packages that only some installations have', () => {
  it('are what is loaded where they are installed', async () => {
    expect(await loadPackages('This', ['a'], async () => 7)).toBe(7)
  })

  it('are named with who needs them and how to install one', async () => {
    const cause = missing('mathjs')
    await expect(loadPackages('This tool', ['mathjs'], () => Promise.reject(cause))).rejects.toMatchObject({
      code: 'package-missing',
      message: 'This tool needs a package that is not installed: npm install mathjs',
      details: { packages: ['mathjs'] },
      cause,
    })
  })

  it('are all named when one of several is missing', async () => {
    await expect(loadPackages('PostgreSQL', ['pg', 'pg-boss'], () => Promise.reject(missing('pg')))).rejects.toThrow(
      'PostgreSQL needs packages that are not installed: npm install pg pg-boss',
    )
  })

  it('are really found missing by Node', async () => {
    const absent: string = '@gyre/absent-client'
    await expect(loadPackages('It', [absent], () => import(absent))).rejects.toMatchObject({ code: 'package-missing' })
  })

  it.each([missing('hono'), new Error("Broken in 'a'.")])('fail with a fault of their own: %s', async (fault) => {
    await expect(loadPackages('This', ['a'], () => Promise.reject(fault))).rejects.toBe(fault)
  })
})
