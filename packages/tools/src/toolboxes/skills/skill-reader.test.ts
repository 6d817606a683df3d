import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { loadSkills } from './load-skills.ts'
import type { Skill } from './skill.ts'
import { readResource } from './skill-reader.ts'

const bound = 64_000

async function skillWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<Skill> {
  const folder = realpathSync(temporaryFolder())
  mkdirSync(join(folder, 'forms/ref'), { recursive: true })
  writeFileSync(join(folder, 'secret.md'), 'hunter2')
  writeFileSync(join(folder, 'forms/SKILL.md'), '---\nname: forms\ndescription: D\n---\nDo.')
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, 'forms', path), text)
  const { skills } = await loadSkills([folder])
  return skills[0]!
}

describe('a file of a skill', () => {
  it.each(['ref/a.md', './ref/a.md'])('is read: %s', async (path) => {
    expect(await readResource(await skillWith({ 'ref/a.md': 'Alpha.' }), path)).toBe('Alpha.')
  })

  it('is cut between characters when it is long', async () => {
    const skill = await skillWith({ 'long.md': `x${'é'.repeat(bound)}` })
    const text = await readResource(skill, 'long.md')
    expect(text).toBe(`x${'é'.repeat(bound / 2 - 1)}\n[Cut: the first ${bound} of ${2 * bound + 1} bytes.]`)
  })

  it.each([
    '../secret.md',
    'ref/../../secret.md',
    './../secret.md',
    '/etc/hosts',
    'SKILL.md',
    '.env',
    'ref',
    'ref/',
    '',
    'a\0.md',
    'ref\\a.md',
    'REF/A.MD',
    'file:///etc/hosts',
    '%2e%2e/secret.md',
  ])('is none that was not listed: %j', async (path) => {
    const skill = await skillWith({ 'ref/a.md': 'Alpha.', '.env': 'TOKEN' })
    await expect(readResource(skill, path)).rejects.toMatchObject({ code: 'path-refused' })
  })

  it('is suggested when its name is nearly right', async () => {
    const skill = await skillWith({ 'ref/fields.md': '', 'ref/colors.md': '' })
    await expect(readResource(skill, 'ref/field.md')).rejects.toThrow(
      '`forms` has no file `ref/field.md`; did you mean `ref/fields.md`?',
    )
  })

  it('is not read when it has become a link that leads out', async () => {
    const skill = await skillWith({ 'ref/a.md': 'Alpha.' })
    rmSync(join(skill.folder, 'ref/a.md'))
    symlinkSync(join(skill.folder, '../secret.md'), join(skill.folder, 'ref/a.md'))
    await expect(readResource(skill, 'ref/a.md')).rejects.toThrow('`ref/a.md` leads out of the folder of `forms`.')
  })

  it('is not read when its folder has become a link that leads out', async () => {
    const skill = await skillWith({ 'ref/secret.md': 'Alpha.' })
    rmSync(join(skill.folder, 'ref'), { recursive: true })
    symlinkSync(join(skill.folder, '..'), join(skill.folder, 'ref'))
    await expect(readResource(skill, 'ref/secret.md')).rejects.toThrow('leads out of the folder')
  })

  it('is told to be gone', async () => {
    const skill = await skillWith({ 'ref/a.md': 'Alpha.' })
    rmSync(join(skill.folder, 'ref/a.md'))
    await expect(readResource(skill, 'ref/a.md')).rejects.toThrow(
      '`ref/a.md` cannot be read: it is not there any more, or may not be read.',
    )
  })

  it('is told to be no text', async () => {
    const skill = await skillWith({ 'a.bin': Uint8Array.of(0, 255, 254) })
    await expect(readResource(skill, 'a.bin')).rejects.toThrow('`a.bin` cannot be read: it is no text in UTF-8.')
  })
})
