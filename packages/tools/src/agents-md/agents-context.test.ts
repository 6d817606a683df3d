import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { agentsContext } from './agents-context.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(temporaryFolder())
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** A repository below a folder that has a file, too. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = folderWith({ 'AGENTS.md': 'Outside.', 'repo/.git/HEAD': '', 'repo/a/b/x': '' })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'repo', path)), { recursive: true })
    writeFileSync(join(folder, 'repo', path), text)
  }
  return join(folder, 'repo')
}

describe('the context of a folder', () => {
  it('is what stands in the files from the root of the repository to the folder, the nearest last', async () => {
    const root = repository({
      'AGENTS.md': 'Root.\n',
      'a/AGENTS.md': '\uFEFFA.\r\nMore.',
      'a/b/AGENTS.md': 'B.',
      'c/AGENTS.md': 'C.',
    })
    expect(await agentsContext({ folder: join(root, 'a/b') })).toBe(
      'From AGENTS.md:\n\nRoot.\n\nFrom a/AGENTS.md:\n\nA.\nMore.\n\nFrom a/b/AGENTS.md:\n\nB.',
    )
  })

  it('ends at a repository whose `.git` is a file', async () => {
    const folder = folderWith({ 'AGENTS.md': 'Outside.', 'tree/.git': 'gitdir: x', 'tree/AGENTS.md': 'Tree.' })
    expect(await agentsContext({ folder: join(folder, 'tree') })).toBe('From AGENTS.md:\n\nTree.')
  })

  it('ends at home', async () => {
    const folder = folderWith({ 'AGENTS.md': 'Outside.', 'home/AGENTS.md': 'Home.', 'home/desk/AGENTS.md': 'Desk.' })
    vi.stubEnv('HOME', join(folder, 'home'))
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await agentsContext({ folder: join(folder, 'home/desk') })).toBe(
      'From AGENTS.md:\n\nHome.\n\nFrom desk/AGENTS.md:\n\nDesk.',
    )
  })

  it('is that of the folder alone outside of both: anybody may write around it', async () => {
    const folder = folderWith({ 'AGENTS.md': 'Planted.', 'work/AGENTS.md': 'Work.' })
    expect(await agentsContext({ folder: join(folder, 'work') })).toBe('From AGENTS.md:\n\nWork.')
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['there is no file', {}, []],
    ['the files are empty', { 'AGENTS.md': ' \n', 'a/AGENTS.md': '' }, []],
    ['no section is wanted', { 'AGENTS.md': '# Build\nMake.' }, ['style']],
  ])('is nothing when %s', async (_, files, sections) => {
    expect(await agentsContext({ folder: join(repository(files), 'a/b'), sections })).toBeUndefined()
  })

  it('has only the sections that are wanted', async () => {
    const root = repository({ 'AGENTS.md': '# Build\nMake.\n\n# Style\nBrief.', 'a/AGENTS.md': '# Tests\nAll.' })
    expect(await agentsContext({ folder: join(root, 'a'), sections: ['style', 'TEST'] })).toBe(
      'From AGENTS.md:\n\n# Style\nBrief.\n\nFrom a/AGENTS.md:\n\n# Tests\nAll.',
    )
  })

  it('is read from files of another name', async () => {
    const root = repository({ 'AGENTS.md': 'No.', 'CLAUDE.md': 'Yes.' })
    expect(await agentsContext({ folder: root, file: 'CLAUDE.md' })).toBe('From CLAUDE.md:\n\nYes.')
  })

  it.each(['../AGENTS.md', '/etc/hosts', 'a\\b', '..', '.', '', 'a\0'])('refuses the name %j', async (file) => {
    await expect(agentsContext({ folder: repository({}), file })).rejects.toMatchObject({ code: 'path-refused' })
  })

  it('does not follow lines that import', async () => {
    const root = repository({ 'AGENTS.md': 'See @other.md\n@other.md', 'other.md': 'Other.' })
    expect(await agentsContext({ folder: root })).toBe('From AGENTS.md:\n\nSee @other.md\n@other.md')
  })

  it('follows a link inside of the repository, and none that leads out of it', async () => {
    const root = repository({ 'CLAUDE.md': 'Linked.' })
    symlinkSync('CLAUDE.md', join(root, 'AGENTS.md'))
    symlinkSync('../../AGENTS.md', join(root, 'a/AGENTS.md'))
    expect(await agentsContext({ folder: join(root, 'a') })).toBe('From AGENTS.md:\n\nLinked.')
  })

  it.skipIf(process.platform === 'win32')('leaves out what is no plain file', async () => {
    const root = repository({ 'AGENTS.md': 'Root.' })
    execFileSync('mkfifo', [join(root, 'a/AGENTS.md')])
    mkdirSync(join(root, 'a/b/AGENTS.md'))
    expect(await agentsContext({ folder: join(root, 'a/b') })).toBe('From AGENTS.md:\n\nRoot.')
  })

  it('leaves out what is no text', async () => {
    const root = repository({ 'AGENTS.md': 'Root.' })
    writeFileSync(join(root, 'a/AGENTS.md'), Uint8Array.of(255, 254, 0))
    expect(await agentsContext({ folder: join(root, 'a') })).toBe('From AGENTS.md:\n\nRoot.')
  })
})

describe('a context that is too long', () => {
  it('is cut further out, and says so', async () => {
    const root = repository({ 'AGENTS.md': 'One.\n\nTwo.\n\nThree.', 'a/AGENTS.md': 'The nearest.' })
    expect(await agentsContext({ folder: join(root, 'a'), maxChars: 25 })).toBe(
      'From AGENTS.md:\n\nOne.\n\nTwo.\n\n[Cut: 10 of 18 characters are shown.]\n\nFrom a/AGENTS.md:\n\nThe nearest.',
    )
  })

  it('is cut where there is room for nothing', async () => {
    const root = repository({ 'AGENTS.md': 'Root.', 'a/AGENTS.md': 'Nearest.' })
    expect(await agentsContext({ folder: join(root, 'a'), maxChars: 8 })).toBe(
      'From AGENTS.md:\n\n[Cut: 0 of 5 characters are shown.]\n\nFrom a/AGENTS.md:\n\nNearest.',
    )
  })

  it('is never cut inside of a character', async () => {
    const root = repository({ 'AGENTS.md': 'a😀😀' })
    expect(await agentsContext({ folder: root, maxChars: 4 })).toBe(
      'From AGENTS.md:\n\na😀\n\n[Cut: 3 of 5 characters are shown.]',
    )
  })

  it('is bounded when nothing is said about it', async () => {
    const root = repository({ 'AGENTS.md': 'x'.repeat(30_000) })
    expect(await agentsContext({ folder: root })).toMatch(/x\n\n\[Cut: 20000 of 30000 characters are shown\.\]$/)
  })
})
