import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { says, scriptedModel } from '@gyre/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { open } from '../open.ts'
import { testFiles } from './test-files.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** A project of its own, inside of the repository so that its imports are found. */
function projectFolder(): string {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'gyre-as-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'vitest.config.ts'), vitestConfig)
  return folder
}

// The folder is below `node_modules`, where tests are neither looked for nor compiled otherwise.
const vitestConfig = `
import { defaultServerConditions } from 'vite'
export default {
  ssr: { resolve: { conditions: ['@gyre/source', ...defaultServerConditions] } },
  test: { exclude: [], execArgv: ['--conditions=@gyre/source'], server: { deps: { inline: true } } },
}`

const poet = (words: string) => `
import { defineLoop, system, user } from 'gyre'

export const poet = defineLoop({
  name: 'poet',
  run: async (ctx, { goal }) => (await ctx.generate([system('${words}'), user(goal)], { label: 'write' })).text,
})

export default { loops: [poet] }
`

function runVitest(folder: string): Promise<{ readonly isPassed: boolean; readonly output: string }> {
  const args = ['--conditions=@gyre/source', join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env: { NO_COLOR: '1' } }, (error, stdout, stderr) => {
      resolve({ isPassed: error === null, output: `${stdout}${stderr}` })
    })
  })
}

it('the files of a session pass as they are, and fail with the path and a diff when its prompt is edited', async () => {
  const folder = projectFolder()
  const config = join(folder, 'gyre.config.ts')
  writeFileSync(config, poet('Write a line.'))
  const { poet: loop } = await import(config)
  const runtime = open()
  const session = await runtime.start(loop, 'On rain.', { model: scriptedModel(says('It falls.')) })
  await session.outcome
  const files = await testFiles(runtime, session.id, { config: '../gyre.config.ts' })
  mkdirSync(join(folder, 'test'))
  writeFileSync(join(folder, 'test', files.testName), files.testText)
  writeFileSync(join(folder, 'test', files.cassetteName), files.cassetteText)

  const before = await runVitest(folder)
  expect(before.output).toContain('1 passed')
  expect(before.isPassed).toBe(true)

  writeFileSync(config, poet('Write two lines.'))
  const after = await runVitest(folder)
  expect(after.isPassed).toBe(false)
  expect(after.output).toContain('The request at `write#1` is not what it was:')
  expect(after.output).toContain('-system: Write a line.')
  expect(after.output).toContain('+system: Write two lines.')
}, 120_000)
