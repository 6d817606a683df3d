/** The pages for those who come from another library: each section has one program twice, and both give the same. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { blocksOf, filesOf, read, root } from './repository.ts'

type Section = { readonly title: string; readonly programs: readonly string[] }

/** The sections of a page that hold programs. */
function sectionsOf(page: string): readonly Section[] {
  const headings = read(page)
    .split('\n')
    .map((text, at) => ({ text, line: at + 1 }))
    .filter(({ text }) => text.startsWith('## '))
  const blocks = blocksOf(page).filter(({ language }) => language === 'ts')
  return headings
    .map(({ text, line }, at) => {
      const end = headings[at + 1]?.line ?? Number.POSITIVE_INFINITY
      const within = blocks.filter((block) => block.line > line && block.line < end)
      return { title: text.slice('## '.length), programs: within.map((block) => block.text) }
    })
    .filter(({ programs }) => programs.length > 0)
}

/** A folder outside of `node_modules`, where Node would not take the types off, with the same packages. */
function workshop(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-migration-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

async function printedBy(folder: string, name: string, program: string): Promise<string> {
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, program)
  const args = ['--conditions=@gyre/source', file]
  return (await promisify(execFile)(process.execPath, args, { cwd: folder, timeout: 60_000 })).stdout
}

/** What a program says at its end that it prints. */
function promised(program: string): string {
  const [comment = ''] = /(?:^\/\/ .*\n)+$(?![\s\S])/m.exec(program) ?? []
  return comment.replaceAll(/^\/\/ /gm, '')
}

const pages = filesOf('docs/migration/*.md')

describe('the pages for those who come from elsewhere', () => {
  it('are three', () => {
    expect(pages.map((page) => basename(page))).toEqual(['ai-sdk.md', 'langgraph.md', 'openai-agents.md'])
  })

  const sections = pages.flatMap((page) => sectionsOf(page).map((section) => ({ page, ...section })))

  it.each(sections)('$page: $title: prints the same with both, as it says', async ({ programs }) => {
    const [there = '', here = '', ...more] = programs
    expect(more).toEqual([])
    expect(promised(there)).toMatch(/\S/)
    const folder = workshop()
    const printed = await Promise.all([printedBy(folder, 'there', there), printedBy(folder, 'here', here)])
    expect(printed).toEqual([promised(there), promised(here)])
    expect(printed[0]).toBe(printed[1])
  })
})
