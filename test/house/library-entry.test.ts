import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from './repository.ts'

/** Notes every package that is asked for while an entry is loaded. */
const script = (entry: string) => `
  import { registerHooks } from 'node:module'
  const asked = new Set()
  registerHooks({
    resolve(specifier, context, next) {
      if (!/^(\\.|\\/|file:|node:)/.test(specifier)) asked.add(specifier)
      return next(specifier, context)
    },
  })
  await import('${entry}')
  console.log(JSON.stringify([...asked].sort()))
`

async function packagesOf(entry: string): Promise<readonly string[]> {
  const args = ['--conditions=@gyre/source', '--input-type=module', '--eval', script(entry)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: `${root}/packages/gyre` })
  const asked = (JSON.parse(stdout) as readonly string[]).filter((name) => !/^(gyre|@gyre)(\/|$)/.test(name))
  // zod asks for parts of itself by path.
  return asked.filter((name) => !name.startsWith('zod/'))
}

it('the library entry loads no optional library', async () => {
  expect(await packagesOf('gyre')).toEqual(['zod'])
}, 30_000)

it('the entry for tests loads what shows a difference, and nothing else', async () => {
  expect(await packagesOf('gyre/testing')).toEqual(['diff', 'zod'])
}, 30_000)
