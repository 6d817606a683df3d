import { expect, it } from 'vitest'
import { clientPackage } from './client-package.ts'

it('tells how to install the package of the client when it is not there', async () => {
  const absent: string = '@gyre/absent-client'
  await expect(clientPackage(() => import(absent))).rejects.toMatchObject({
    code: 'provider-missing',
    message: 'A Valkey or Redis server needs a package that is not there: npm install iovalkey',
    cause: expect.objectContaining({ message: expect.stringContaining(absent) }),
  })
})
