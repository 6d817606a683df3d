import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, root } from '../repository.ts'
import { snippetPages, snippetsOf } from './snippet.ts'
import { writeSnippets } from './snippet-world.ts'

const folder = join(root, 'node_modules/.cache/gyre-snippets')

const tsconfig = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: {
    noEmit: true,
    emitDeclarationOnly: false,
    composite: false,
    declarationMap: false,
    sourceMap: false,
    noUnusedLocals: false,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
  },
}

describe('the TypeScript people read', () => {
  it('compiles: every block of every page, and every example', () => {
    const snippets = snippetPages.flatMap((page) => snippetsOf(page))
    const examples = filesOf('examples/*.ts').map((path) => join(root, path))
    rmSync(folder, { recursive: true, force: true })
    const files = [...writeSnippets(folder, snippets).values(), ...examples]
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...tsconfig, files }))

    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { cwd: root, encoding: 'utf8' })

    expect(snippets.length).toBeGreaterThan(5)
    expect(stdout).toBe('')
  }, 180_000)
})
