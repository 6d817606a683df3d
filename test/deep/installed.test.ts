/** Gyre as somebody has it who installed the packed packages: a light library, a command, and a session that lasts. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loops } from '@gyre/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installed } from '../../scripts/installed.mts'
import { localRegistry } from '../../scripts/local-registry.mts'
import { Terminal } from '../support/terminal.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

let folder = ''
let registry: Awaited<ReturnType<typeof localRegistry>>

beforeAll(async () => {
  await run('npm', ['run', 'release'], { cwd: root })
  registry = await localRegistry()
  folder = mkdtempSync(join(tmpdir(), 'gyre-installed-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  await install('gyre')
}, 300_000)

afterAll(async () => {
  await registry?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function install(...names: readonly string[]): Promise<void> {
  const from = ['--registry', registry.url, '--cache', join(folder, '.npm'), '--no-audit']
  await run('npm', ['install', ...names, ...from], { cwd: folder })
}

const environment = () => ({
  PATH: process.env['PATH'],
  HOME: folder,
  GYRE_DATA: join(folder, 'data'),
  GYRE_MODEL: 'demo/rules',
})

async function gyre(...args: readonly string[]): Promise<string> {
  const command = join(folder, 'node_modules/gyre/dist/bin.js')
  return (await run(process.execPath, [command, ...args], { cwd: folder, env: environment() })).stdout
}

it('brings few packages, in as much space as the README says', () => {
  const { packages, megabytes } = installed(folder)
  const [, stated, counted] = /npm install gyre: (\d+) MB in (\d+) packages/.exec(read('README.md')) ?? []
  expect(packages).toBe(Number(counted))
  expect(Math.abs(megabytes - Number(stated))).toBeLessThan(2)
  const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  expect(Object.keys(manifest.packages).map((path) => path.replace('node_modules/', ''))).toEqual([
    '@ai-sdk/provider',
    '@gyre/core',
    '@gyre/knowledge',
    '@gyre/lab',
    '@gyre/models',
    '@gyre/stores',
    '@gyre/tools',
    '@types/json-schema',
    'gyre',
    'json-schema',
    'undici',
    'yaml',
    'zod',
  ])
})

it('answers, with a tool that needs no other package', async () => {
  expect(await gyre('What is 17 * 6 + 14?')).toBe('17 * 6 + 14 = 116\n')
})

it('shows a session live at a terminal', async () => {
  const { PATH: _, ...env } = environment()
  const program = [join(folder, 'node_modules/gyre/dist/bin.js')]
  const terminal = new Terminal(['run', '-l', 'research', 'The lighthouses of the Sound'], {
    cwd: folder,
    env,
    program,
  })
  expect(await terminal.exit()).toBe(0)
  expect(terminal.output).toContain('answered')
})

it('lists goals with signs that are wider than letters', async () => {
  await gyre('What is 2 + 2? 🙂')
  await gyre('2 + 2 は?')
  const listed = await gyre('ps', '--all')
  expect(listed).toContain('What is 2 + 2? 🙂')
  expect(listed).toContain('2 + 2 は?')
})

it('knows its version, tells of its loops, and helps', async () => {
  const { version } = JSON.parse(read('packages/gyre/package.json'))
  expect(await gyre('--version')).toBe(`${version}\n`)
  expect(JSON.parse(await gyre('loops', '--json'))).toMatchObject(loops.map(({ name }) => ({ name })))
  expect(await gyre('help', 'personas')).toContain('personas rollout NAME')
})

it('makes a project that asks for this version', async () => {
  await gyre('init', 'project', '--yes')
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'project/package.json'), 'utf8'))
  expect(dependencies).toEqual({ gyre: '^0.1.0' })
})

it('says what to install where a library is missing, and works once that is done', async () => {
  const solve = ['tools', 'call', 'math.solve', '{ "equations": "x^2 = 9" }']
  const failed = await gyre(...solve).catch((error: { stderr: string }) => error.stderr)
  const [, named = ''] = /npm install (.+)/.exec(failed) ?? []
  expect(named).toBe('mathjs nerdamer-prime')
  await install(...named.split(' '))
  expect(await gyre(...solve)).toContain('3')
}, 120_000)

it('says what to install for a server', async () => {
  await expect(gyre('serve')).rejects.toMatchObject({
    stderr: expect.stringContaining('npm install @gyre/server @gyre/web'),
  })
})

it('has types that hold without a look away, and a session that outlives its process and is steered', async () => {
  for (const name of ['begin.ts', 'go-on.ts'])
    copyFileSync(join(root, 'test/journeys/library', name), join(folder, name))
  await install('@types/node')
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext', '--types', 'node']
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, ...strict, 'begin.ts', 'go-on.ts'], { cwd: folder })

  const first = spawn(process.execPath, ['begin.ts'], { cwd: folder, env: environment() })
  let said = ''
  for await (const part of first.stdout) {
    said += part
    if (said.includes('thinking')) break
  }
  first.kill('SIGKILL')
  if (first.exitCode === null && first.signalCode === null) await once(first, 'exit')
  expect(said).toBe('searching for keel\nthinking\n')

  const { stdout } = await run(process.execPath, ['go-on.ts'], { cwd: folder, env: environment() })
  expect(stdout).toBe(
    [
      'answered: 1931. (2 model calls, 1 tool call)',
      'the journal verifies',
      'forked: The keel was laid in the year 1931.',
      '',
    ].join('\n'),
  )
}, 120_000)

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
