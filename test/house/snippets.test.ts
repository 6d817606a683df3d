import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksOf, filesOf, pages, root } from './repository.ts'

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
    const blocks = pages.flatMap(blocksOf).filter(({ language }) => language === 'ts')
    const snippets = blocks.map(({ page, line, text }) => ({ name: `${page.replaceAll('/', '-')}-${line}.ts`, text }))
    const examples = filesOf('examples/*.ts').map((path) => join(root, path))
    const files = [...snippets.map(({ name }) => name), ...examples]
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const { name, text } of snippets) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...tsconfig, files }))

    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { cwd: root, encoding: 'utf8' })

    expect(blocks.length).toBeGreaterThan(5)
    expect(stdout).toBe('')
  }, 180_000)
})
