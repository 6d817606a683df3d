import { describe, expect, it } from 'vitest'
import { withServer } from './server-package.ts'

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from x`), { code: 'ERR_MODULE_NOT_FOUND' })

describe('a command that needs the server', () => {
  it('is loaded where it is installed', async () => {
    expect(await withServer(async () => 7)).toBe(7)
  })

  it('says what to install where it is not', async () => {
    const loading = withServer(() => Promise.reject(missing('@gyre/server')))
    await expect(loading).rejects.toMatchObject({
      code: 'package-missing',
      message: expect.stringContaining('npm install @gyre/server'),
    })
  })

  it('takes no other failure for that', async () => {
    const other = missing('hono')
    await expect(withServer(() => Promise.reject(other))).rejects.toBe(other)
  })
})
