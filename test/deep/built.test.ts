/** The command as it is published: bundled, away from its sources. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loops } from '@gyre/core'
import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

async function gyre(...args: readonly string[]): Promise<string> {
  const folder = temporaryFolder()
  const env = { PATH: process.env['PATH'], HOME: folder, GYRE_DATA: folder, GYRE_MODEL: 'demo/rules' }
  const command = join(root, 'packages', 'gyre', 'dist', 'bin.js')
  return (await run(process.execPath, [command, ...args], { cwd: folder, env })).stdout
}

beforeAll(async () => {
  await run('npm', ['run', 'build'], { cwd: root })
}, 120_000)

it('answers', async () => {
  expect(await gyre('What is 17 * 6 + 14?')).toBe('17 * 6 + 14 = 116\n')
})

it('knows its version', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'packages', 'gyre', 'package.json'), 'utf8'))
  expect(await gyre('--version')).toBe(`${version}\n`)
})

it('makes a project that asks for this version', async () => {
  const folder = temporaryFolder()
  await gyre('init', folder, '--yes')
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(dependencies).toEqual({ gyre: '^0.1.0', zod: '^4.6.7' })
})

it('tells of its loops, and helps', async () => {
  expect(JSON.parse(await gyre('loops', '--json'))).toMatchObject(loops.map(({ name }) => ({ name })))
  expect(await gyre('help', 'personas')).toContain('personas rollout NAME')
})
