/** `gyre knowledge add` at a real terminal: the bar, Ctrl-C in the middle of it, and what is left of both. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { essay } from '../../packages/knowledge/test/ingest-shelf.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { Terminal } from '../support/terminal.ts'

const fileCount = 300

function notes(): string {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'notes'))
  for (let at = 0; at < fileCount; at++)
    writeFileSync(join(cwd, 'notes', `${at}.md`), `# Note ${at}\n\n${essay(`note ${at}`, 1)}\n`)
  writeFileSync(join(cwd, 'notes', 'broken.pdf'), '%PDF-1.4\nbroken')
  return cwd
}

it.each([80, 40])('shows a bar in %d columns that leaves nothing, and goes on after Ctrl-C', async (columns) => {
  const cwd = notes()
  const args = ['--data', 'data', 'knowledge', 'add', 'notes']
  const options = { cwd, columns, env: { HOME: cwd, NO_COLOR: '1' } }
  const first = new Terminal(args, options)
  await first.shows(/^(reading|embedding) {2}[█░]+ {2}\d+ \/ \d+/m)
  first.type('\x03')
  expect(await first.exit()).toBe(130)
  const left = (await first.lines()).join('\n')
  expect(left).not.toMatch(/[█░]/)
  expect(left.replaceAll(/\s+/g, ' ')).toContain('Stopped. What is done stays: the same command goes on from there.')
  expect(first.hasCursor).toBe(true)

  const second = new Terminal(args, options)
  expect(await second.exit()).toBe(1)
  const said = (await second.lines()).join('\n').replaceAll(/\s+/g, ' ')
  const [, added, unchanged] = /damaged\. (\d+) added, (\d+) unchanged, 1 failed\.$/.exec(said) ?? []
  expect(said).toMatch(/^failed notes\/broken\.pdf: The PDF cannot be read: the file is damaged\. \d/)
  expect(Number(added) + Number(unchanged)).toBe(fileCount)
  expect(second.hasCursor).toBe(true)
})
