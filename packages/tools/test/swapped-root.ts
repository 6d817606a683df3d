/** A root whose content somebody swaps for links to the outside while tools use it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GyreError, type Tool, type ToolContext } from '@gyre/core'
import { expect, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { filesToolbox } from '../src/toolboxes/files/files-toolbox.ts'

const context = { signal: new AbortController().signal } as ToolContext
const mark = 'OUTSIDE-OF-THE-ROOT'

/** Each swaps something inside of the root for a link to the outside and back, as fast as it can. */
export const swaps = {
  'a folder and a link': `
    rename('root/dir', 'root/parked'); symlink('../outside', 'root/dir'); remove('root/dir'); rename('root/parked', 'root/dir')`,
  'a link inside and a link outside': `
    symlink('real', 'root/next'); rename('root/next', 'root/dir'); symlink('../outside', 'root/next'); rename('root/next', 'root/dir')`,
  'a file and a link': `
    symlink('../../outside/file.txt', 'root/dir/next'); rename('root/dir/next', 'root/dir/file.txt')
    write('root/dir/next', 'inside'); rename('root/dir/next', 'root/dir/file.txt')`,
  'a folder inside of one that is removed': `
    make('root/dir'); make('root/fresh'); write('root/fresh/other.txt', 'inside'); rename('root/fresh', 'root/dir/inner')
    rename('root/dir/inner', 'root/parked'); symlink('../../outside', 'root/dir/inner')
    unlink('root/dir/inner'); rename('root/parked', 'root/dir/inner')`,
} as const

const swapper = (swap: string) => `
  const fs = require('node:fs')
  const quiet = (work) => (...args) => { try { work(...args) } catch {} }
  const rename = quiet(fs.renameSync), symlink = quiet(fs.symlinkSync), unlink = quiet(fs.unlinkSync)
  // Never through a link: the outside is for the tools to change, if they can.
  const write = quiet((path, text) => fs.writeFileSync(path, text, { flag: 'wx' }))
  const remove = quiet((path) => fs.rmSync(path, { recursive: true, force: true }))
  const make = quiet((path) => fs.mkdirSync(path, { recursive: true }))
  for (let round = 0; round < 5_000_000; round++) {
    ${swap}
    if (round === 10) process.send('swapping')
  }`

async function startSwapper(base: string, swap: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', swapper(swap)], {
    cwd: base,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  // Waited for: what it still makes would be left behind.
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  await once(child, 'message')
  return child
}

function lab(what: keyof typeof swaps) {
  const base = temporaryFolder()
  for (const folder of ['root', 'root/real', 'outside']) mkdirSync(join(base, folder))
  for (const file of ['outside/file.txt', 'outside/other.txt']) writeFileSync(join(base, file), mark)
  writeFileSync(join(base, 'root/real/file.txt'), 'inside')
  if (what === 'a link inside and a link outside') symlinkSync('real', join(base, 'root/dir'))
  else {
    mkdirSync(join(base, 'root/dir'))
    writeFileSync(join(base, 'root/dir/file.txt'), 'inside')
  }
  return base
}

const calls: readonly (readonly [name: string, input: object])[] = [
  ['files.read', { path: 'dir/file.txt' }],
  ['files.list', { path: 'dir' }],
  ['files.list', { depth: 3 }],
  ['files.search', { query: mark }],
  ['files.search', { query: mark, path: 'dir' }],
  ['files.info', { path: 'dir/file.txt' }],
  ['files.edit', { path: 'dir/file.txt', old: mark, new: 'changed' }],
  ['files.edit', { path: 'dir/file.txt', old: 'inside', new: 'inside' + ' ' }],
  ['files.write', { path: 'dir/file.txt', text: 'inside' }],
  ['files.write', { path: 'dir/new/deep.txt', text: 'inside' }],
  ['files.move', { from: 'dir/other.txt', to: 'stolen.txt' }],
  ['files.move', { from: 'dir/file.txt', to: 'dir/moved.txt' }],
  ['files.remove', { path: 'dir/other.txt' }],
  ['files.read', { path: 'dir/inner/other.txt' }],
  ['files.write', { path: 'dir/inner/other.txt', text: 'inside' }],
  ['files.move', { from: 'dir/inner/other.txt', to: 'dir/stolen.txt' }],
  ['files.remove', { path: 'dir/inner', recursive: true }],
  ['files.remove', { path: 'dir', recursive: true }],
]

type Seen = { answered: number; refused: number }

async function attempt(tools: readonly Tool[], [name, input]: (typeof calls)[number], seen: Seen): Promise<void> {
  const tool = tools.find((each) => each.name === name)
  if (!tool) throw new Error(`There is no ${name}.`)
  try {
    expect(JSON.stringify(await tool.run(tool.schema.parse(input), context))).not.toContain(mark)
    seen.answered += 1
  } catch (error) {
    if (!(error instanceof GyreError)) throw error
    if (error.code === 'path-refused') seen.refused += 1
  }
}

/** Uses every tool so many times: nothing outside is read or changed, and both sides win some of the race. */
export async function race(what: keyof typeof swaps, rounds: number): Promise<void> {
  const base = lab(what)
  const { tools } = filesToolbox({ root: join(base, 'root'), write: true })
  const child = await startSwapper(base, swaps[what])
  const seen = { answered: 0, refused: 0 }
  for (let round = 0; round < rounds; round++) {
    for (const call of calls) await attempt(tools, call, seen)
    expect(readdirSync(join(base, 'outside')).sort()).toEqual(['file.txt', 'other.txt'])
  }
  expect(child.exitCode).toBeNull()
  for (const file of ['file.txt', 'other.txt']) expect(readFileSync(join(base, 'outside', file), 'utf8')).toBe(mark)
  expect(seen.answered).toBeGreaterThan(0)
  expect(seen.refused).toBeGreaterThan(0)
}
