import { expect, it } from 'vitest'
import { loadLibrary } from './library.ts'

it('a toolbox whose library is missing names all that it needs, so that one install is enough', async () => {
  const cause = Object.assign(new Error("Cannot find package 'linkedom' imported from x"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  await expect(loadLibrary('web', () => Promise.reject(cause))).rejects.toMatchObject({
    code: 'package-missing',
    message: expect.stringContaining('npm install @mozilla/readability linkedom robots-parser'),
  })
})
