/** `gyre knowledge add`, killed by SIGKILL in the middle: run again, it ends with the index of one that was left alone. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { essay } from '../../packages/knowledge/test/ingest-shelf.ts'
import { tablesOf } from '../../packages/knowledge/test/ingest-tables.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { piped } from '../support/terminal.ts'

const fileCount = 400
const command = ['--conditions=@gyre/source', join(import.meta.dirname, '../../packages/gyre/src/bin.ts')]

function writeNotes(folder: string): void {
  for (let at = 0; at < fileCount; at++) {
    const below = join(folder, `part-${at % 8}`)
    mkdirSync(below, { recursive: true })
    writeFileSync(join(below, `note-${at}.md`), `# Note ${at}\n\n${essay(`note ${at}`, 1)}\n`)
  }
}

function documentsIn(path: string): number {
  if (!existsSync(path)) return 0
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      return Number(database.prepare('SELECT count(*) AS count FROM document').get()?.['count'])
    } finally {
      database.close()
    }
  } catch {
    // Its tables are being made.
    return 0
  }
}

/** Kills the command as soon as this many documents are written. */
async function killedAt(least: number, cwd: string, data: string): Promise<void> {
  const args = [...command, '--data', data, 'knowledge', 'add', 'notes']
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
    stdio: 'ignore',
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('exit', (_, signal) => resolve(signal)))
  while (child.exitCode === null && documentsIn(join(data, 'gyre.db')) < least) await sleep(2)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
}

it('goes on where it was killed', async () => {
  const cwd = temporaryFolder()
  writeNotes(join(cwd, 'notes'))
  const add = async (data: string) => {
    const { code, out } = await piped(['--data', data, 'knowledge', 'add', 'notes', '--json'], {
      cwd,
      env: { HOME: cwd },
    })
    expect(code).toBe(0)
    return (JSON.parse(out) as { counts: { added: number; unchanged: number } }).counts
  }
  const [whole, broken] = [join(cwd, 'whole'), join(cwd, 'broken')]
  expect(await add(whole)).toMatchObject({ added: fileCount, unchanged: 0 })
  await killedAt(40, cwd, broken)
  await killedAt(200, cwd, broken)
  const { added, unchanged } = await add(broken)
  expect(added + unchanged).toBe(fileCount)
  expect(unchanged).toBeGreaterThanOrEqual(200)
  expect(added).toBeGreaterThan(0)
  expect(tablesOf(join(broken, 'gyre.db'))).toEqual(tablesOf(join(whole, 'gyre.db')))
  expect(await add(broken)).toMatchObject({ added: 0, unchanged: fileCount })
})
