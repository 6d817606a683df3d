import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { invoke } from '../invoke.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../../../../..')

const everyFile = [
  'package.json',
  'gyre.config.ts',
  'tools/count-words.ts',
  'personas/helper.yaml',
  'helper.test.ts',
  'README.md',
  '.gitignore',
]

/** The folder has what `npm install` would put there. */
function install(folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['gyre', 'zod', 'vitest']) {
    symlinkSync(realpathSync(join(repository, 'node_modules', name)), join(folder, 'node_modules', name))
  }
}

describe('`gyre init`', () => {
  it('makes a project and says what to do next', async () => {
    const cwd = temporaryFolder()
    const host = new FakeHost({ cwd })
    expect(await invoke(['init', 'my project'], host)).toBe(0)
    expect(host.out).toBe(`${everyFile.map((path) => `made  ${path}\n`).join('')}
Next:
  cd 'my project'
  npm install
  npx gyre run -p helper "What is 2 + 2?"
  npm test
`)
    const manifest = JSON.parse(readFileSync(join(cwd, 'my project', 'package.json'), 'utf8')) as object
    expect(manifest).toMatchObject({ name: 'my-project', type: 'module', dependencies: { gyre: '^0.1.0' } })
  })

  it('leaves what is there as it is', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'package.json'), 'mine')
    const host = new FakeHost({ cwd })
    expect(await invoke(['init', '--json'], host)).toBe(0)
    expect(JSON.parse(host.out)).toEqual({ folder: cwd, made: everyFile.slice(1), kept: ['package.json'] })
    expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe('mine')
  })

  it('asks at a terminal, and makes nothing when the person says no', async () => {
    const cwd = temporaryFolder()
    const host = new FakeHost({ isTty: true, cwd })
    const code = invoke(['init'], host)
    await host.shows('[Y/n]')
    host.type('n\r')
    expect(await code).toBe(130)
    expect(readdirSync(cwd)).toEqual([])
  })

  it('does not ask when it was told not to', async () => {
    const host = new FakeHost({ isTty: true, cwd: temporaryFolder() })
    expect(await invoke(['init', '--yes'], host)).toBe(0)
    expect(host.out).toContain('made  gyre.config.ts')
  })

  it('says which file cannot be made', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'file'), '')
    const host = new FakeHost({ cwd })
    expect(await invoke(['init', 'file'], host)).toBe(2)
    expect(host.err).toContain(`Error: ${join(cwd, 'file/package.json')} cannot be made: `)
  })
})

describe('a new project', () => {
  it('answers as its persona, and its test passes', { timeout: 60_000 }, async () => {
    const cwd = temporaryFolder()
    await invoke(['init'], new FakeHost({ cwd }))
    install(cwd)

    const host = new FakeHost({ cwd, env: { GYRE_MODEL: 'demo/rules', GYRE_DATA: join(cwd, 'data') } })
    expect(await invoke(['run', '-p', 'helper', 'What is 2 + 2?'], host)).toBe(0)
    expect(host.out).toBe('2 + 2 = 4\n')
    expect(host.err).toContain('✓ 2 math.calculate')

    // Where Gyre is installed it is built; here its source is used.
    const config = `export default {
  ssr: { resolve: { conditions: ['@gyre/source', 'module', 'node', 'development|production'] } },
  test: { execArgv: ['--conditions=@gyre/source'] },
}
`
    writeFileSync(join(cwd, 'vitest.config.ts'), config)
    const vitest = join(cwd, 'node_modules/vitest/vitest.mjs')
    await run(process.execPath, [vitest, 'run', '--reporter=json', '--outputFile=result.json'], { cwd })
    const result = JSON.parse(readFileSync(join(cwd, 'result.json'), 'utf8')) as object
    expect(result).toMatchObject({ success: true, numPassedTests: 1 })
  })
})
