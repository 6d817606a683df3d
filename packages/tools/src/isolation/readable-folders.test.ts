import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { packageFolder, readableFolders } from './readable-folders.ts'

function folderWith(...files: readonly string[]): string {
  const folder = realpathSync(temporaryFolder())
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '{}')
  }
  return folder
}

/** Those below this folder: a machine may have `node_modules` further up. */
function below(root: string, folders: readonly string[]): readonly string[] {
  return folders.filter((folder) => folder.startsWith(root)).map((folder) => folder.slice(root.length + 1))
}

describe('the folders a module may read', () => {
  it('are its package, what is installed for it, and what is linked there', () => {
    const root = folderWith(
      'package.json',
      'node_modules/plain/package.json',
      'packages/app/package.json',
      'packages/app/src/deep/main.mjs',
      'packages/lib/package.json',
      'packages/own/package.json',
      'packages/app/node_modules/near/package.json',
      'node_modules/@scope/other/package.json',
    )
    symlinkSync(join(root, 'packages/lib'), join(root, 'node_modules/lib'))
    symlinkSync(join(root, 'packages/own'), join(root, 'node_modules/@scope/own'))
    symlinkSync(join(root, 'nowhere'), join(root, 'node_modules/dangling'))
    const folders = readableFolders(join(root, 'packages/app/src/deep/main.mjs'))
    expect(below(root, folders).toSorted()).toEqual([
      'node_modules',
      'packages/app',
      'packages/app/node_modules',
      'packages/lib',
      'packages/own',
    ])
  })

  it('are the folder of the module when it has no package', () => {
    const root = folderWith('a/main.mjs')
    expect(packageFolder(join(root, 'a/main.mjs'))).toBe(join(root, 'a'))
  })

  it('are those where the module really lies', () => {
    const root = folderWith('real/package.json', 'real/main.mjs')
    symlinkSync(join(root, 'real'), join(root, 'link'))
    expect(packageFolder(join(root, 'link/main.mjs'))).toBe(join(root, 'real'))
  })
})
