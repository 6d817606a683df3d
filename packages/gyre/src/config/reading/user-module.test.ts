import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Each file with the line that tells its fault, or what it exports. Loaded by Node itself, not by the test runner. */
const cases: readonly (readonly [name: string, text: string, line: string])[] = [
  ['ts-syntax.ts', "export default {\n  a: 'x'\n  b: 1,\n}\n", "ts-syntax.ts:3:3: Expected ',', got 'ident'"],
  [
    'enum.ts',
    '\nenum Size { small }\nexport default Size\n',
    'enum.ts:2:1: TypeScript enum is not supported in strip-only mode: Node strips types and compiles nothing else; write it in plain JavaScript',
  ],
  ['js-syntax.mjs', 'export default {\n', 'js-syntax.mjs: Unexpected end of input'],
  [
    'package.ts',
    "// needs it\nimport x from 'no-such-package/part'\nexport default x\n",
    'package.ts:2:15: there is no package `no-such-package`; install it: npm install no-such-package',
  ],
  ['file.ts', "import x from './lib/none.ts'\nexport default x\n", 'file.ts:1:15: there is no file lib/none.ts'],
  [
    'export.ts',
    "import { nothing } from 'node:fs'\nexport default nothing\n",
    "export.ts:1:10: The requested module 'node:fs' does not provide an export named 'nothing'",
  ],
  [
    'throws.ts',
    'const a = {} as { b: { c: 1 } }\nexport default { d: a.b.c }\n',
    "throws.ts:2:25: TypeError: Cannot read properties of undefined (reading 'c')",
  ],
  [
    'refused.ts',
    "import { defineLoop } from 'gyre'\n\nexport default [defineLoop({ name: 'My Loop', run: async () => '' })]\n",
    "refused.ts:3:17: A loop's name is lower-case words joined by `-`, not `My Loop`.",
  ],
  ['text.ts', "throw 'no'\n", 'text.ts: no'],
  ['deeper.ts', "import './lib/bad.ts'\nexport default 1\n", 'lib/bad.ts:1:7: Error of a part'],
  ['lib/bad.ts', "throw new Error('Error of a part')\n", 'lib/bad.ts:1:7: Error of a part'],
  ['calls.ts', "import { give } from './lib/give.ts'\n\nexport default [give()]\n", 'calls.ts:3:17: nothing to give'],
  [
    'lib/give.ts',
    "export const give = (): never => { throw new Error('nothing to give') }\nexport default 'give'\n",
    '"give"',
  ],
  ['no-default.ts', 'export const config = {}\n', 'no-default.ts: expected a default export: `export default …`'],
  [
    'commonjs/old.js',
    'export default {}\n',
    'commonjs/old.js:1:1: Unexpected token \'export\'; end its name with `.mjs`, or write "type": "module" into package.json',
  ],
  ['commonjs/good.js', "module.exports = { data: 'old' }\n", '{"data":"old"}'],
  [
    'commonjs/good.ts',
    "import { z } from 'zod'\nimport { part } from './part.ts'\nexport default [part, typeof z.string]\n",
    '["part","function"]',
  ],
  ['commonjs/part.ts', "export const part: string = 'part'\nexport default part\n", '"part"'],
  ['typeless/good.ts', "import { cot } from 'gyre'\nexport default cot.name\n", '"cot"'],
  ['parts.ts', "import { says } from 'gyre/testing'\nexport default says('x').text\n", '"x"'],
]

let folder = ''
let told: Readonly<Record<string, string>> = {}
let warnings = ''
let loaded: readonly string[] = []

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gyre-module-')))
  for (const [name, text] of [
    ...cases,
    ['commonjs/package.json', '{ "type": "commonjs" }'] as const,
    ['typeless/package.json', '{}'] as const,
  ]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const names = JSON.stringify(cases.map(([name]) => name))
  const script = `
    const { defaultExport, loadedModules } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'user-module.ts')))})
    const told = {}
    for (const name of ${names}) {
      const cwd = process.cwd()
      const loading = defaultExport(cwd + '/' + name, { code: 'config-file-invalid', cwd })
      told[name] = await loading.then(JSON.stringify, (error) => error.code === 'config-file-invalid' ? error.message : error.stack)
    }
    console.log(JSON.stringify({ told, loaded: loadedModules() }))`
  const args = ['--conditions=@gyre/source', '--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  warnings = stderr
  const said = JSON.parse(stdout || JSON.stringify({ told: { stderr }, loaded: [] }))
  told = said.told
  loaded = said.loaded
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true }))

describe('a module of a person', () => {
  it.each(cases)('%s is loaded or told what is wrong', (name, _text, line) => {
    expect(told[name]).toBe(line)
  })

  it('is known by its file, and so is all that it is made of', () => {
    const known = ['commonjs/good.ts', 'commonjs/part.ts', 'lib/give.ts', 'commonjs/good.js']
    expect(loaded).toEqual(expect.arrayContaining(known.map((name) => join(folder, name))))
    expect(loaded.filter((file) => file.includes('node_modules'))).toEqual([])
  })

  it('in TypeScript is loaded without a word, whatever package.json says of modules', () => {
    expect(warnings).not.toMatch(/\.ts\b/)
  })
})
