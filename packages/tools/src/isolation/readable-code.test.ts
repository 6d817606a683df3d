import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { codeFiles, installedFor, outermost, ownFolder } from './readable-code.ts'

function folderWith(...files: readonly string[]): string {
  const folder = realpathSync(temporaryFolder())
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '{}')
  }
  return folder
}

/** Those below this folder: a machine may have `node_modules` further up. */
function below(root: string, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length + 1))
}

describe('the folder of a module', () => {
  it('is where it really lies, not its package', () => {
    const root = folderWith('package.json', 'src/deep/main.mjs')
    symlinkSync(join(root, 'src/deep/main.mjs'), join(root, 'link.mjs'))
    expect(ownFolder(join(root, 'link.mjs'))).toBe(join(root, 'src/deep'))
  })
})

describe('what is installed for a module', () => {
  it('is in each node_modules around it, and where a link in place of one leads', () => {
    const root = folderWith('node_modules/a/index.js', 'app/src/main.mjs', 'elsewhere/b/index.js', 'lib/node_modules/c')
    symlinkSync(join(root, 'elsewhere'), join(root, 'app/node_modules'))
    expect(below(root, installedFor(join(root, 'app/src')))).toEqual(['app/node_modules', 'elsewhere', 'node_modules'])
  })
})

describe('the code of a folder', () => {
  it('is its files of code, and nothing that is hidden, installed, linked or data', () => {
    const root = folderWith(
      'main.mjs',
      'lib/one.ts',
      'lib/two.wasm',
      'data.json',
      'key.pem',
      'main.mjs.txt',
      '.env',
      '.env.js',
      '.git/hook.js',
      'node_modules/a/index.js',
    )
    symlinkSync('/', join(root, 'top'))
    symlinkSync(join(root, '.env'), join(root, 'link.js'))
    expect(below(root, codeFiles(root)).toSorted()).toEqual(['lib/one.ts', 'lib/two.wasm', 'main.mjs'])
  })
})

describe('the outermost of paths', () => {
  it('are those below no other', () => {
    expect(outermost(['/a/b/c', '/a/b-c', '/a/b', '/a/b/', '/a/bc'])).toEqual(['/a/b-c', '/a/b', '/a/bc'])
    expect(outermost(['/a/b', '/'])).toEqual(['/'])
    expect(outermost([])).toEqual([])
  })

  it('hold all of them, each once', () => {
    const path = fc.array(fc.constantFrom('a', 'b', '-'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(path.map((parts) => `/${parts.join('/')}`)), (paths) => {
        const kept = outermost(paths)
        for (const each of paths) expect(kept.filter((folder) => `${each}/`.startsWith(`${folder}/`))).toHaveLength(1)
      }),
    )
  })
})
