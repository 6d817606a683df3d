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
  'tsconfig.json',
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
  mkdirSync(join(folder, 'node_modules/@types'))
  for (const name of installed) {
    symlinkSync(realpathSync(join(repository, 'node_modules', name)), join(folder, 'node_modules', name))
  }
}

/** All that its package.json names, and nothing else. */
const installed = ['gyre', 'vitest', 'typescript', '@types/node']

type Manifest = Readonly<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
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
  npx gyre run -p helper "Count the words: to be or not to be"
  npm test
`)
    const { dependencies, devDependencies, ...manifest } = manifestIn(join(cwd, 'my project'))
    expect(manifest).toMatchObject({ name: 'my-project', type: 'module' })
    expect(Object.keys({ ...dependencies, ...devDependencies }).toSorted()).toEqual(installed.toSorted())
    expect(dependencies['gyre']).toBe('^0.1.0')
  })

  it('asks for the tools that Gyre is tested with', async () => {
    const cwd = temporaryFolder()
    await invoke(['init'], new FakeHost({ cwd }))
    const { devDependencies: tested } = manifestIn(repository)
    const ours = Object.keys(manifestIn(cwd).devDependencies).map((name) => [name, `^${tested[name]}`])
    expect(manifestIn(cwd).devDependencies).toEqual(Object.fromEntries(ours))
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

  it('says what is missing where there is a package.json', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'package.json'), '{}')
    const host = new FakeHost({ cwd })
    expect(await invoke(['init'], host)).toBe(0)
    expect(host.out).toContain(
      'kept  package.json, which was there\n\nNext:\n' +
        '  npm install gyre && npm install --save-dev @types/node typescript vitest\n',
    )
  })

  it('makes no project where a file is', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'file'), '')
    const host = new FakeHost({ cwd })
    expect(await invoke(['init', 'file'], host)).toBe(2)
    expect(host.err).toContain(`Error: ${join(cwd, 'file')} is a file, not a folder. Name a folder`)
  })

  it('says which file cannot be made, and why', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'personas'), '')
    const host = new FakeHost({ cwd })
    expect(await invoke(['init'], host)).toBe(2)
    expect(host.err).toContain(`Error: \`${join(cwd, 'personas')}\` cannot be written: a file of this name is there.`)
  })
})

describe('a new project', () => {
  const made = async () => {
    const cwd = temporaryFolder()
    await invoke(['init'], new FakeHost({ cwd }))
    install(cwd)
    return cwd
  }

  it('answers as its persona, with its own tool', async () => {
    const cwd = await made()
    const host = new FakeHost({ cwd, env: { GYRE_MODEL: 'demo/rules', GYRE_DATA: join(cwd, 'data') } })
    expect(await invoke(['run', '-p', 'helper', 'Count the words: to be or not to be'], host)).toBe(0)
    expect(host.out).toBe('6 words\n')
    expect(host.err).toContain('✓ 2 text.count_words')
  })

  it('has a test that passes', async () => {
    const cwd = await made()
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

  it('is strictly typed: of all its files the compiler finds fault with a wrong one alone', async () => {
    const cwd = await made()
    const wrong = "import { countWords } from './tools/count-words.ts'\ncountWords.nonsense()\n"
    writeFileSync(join(cwd, 'wrong.ts'), wrong)
    const compiler = join(cwd, 'node_modules/typescript/bin/tsc')
    await expect(
      run(process.execPath, [compiler, '--customConditions', '@gyre/source'], { cwd }),
    ).rejects.toMatchObject({
      stdout: expect.stringMatching(/^wrong\.ts\(2,12\): error TS2339: Property 'nonsense' does not exist on .*\n$/),
    })
  })
})
