import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { loadSkills } from './load-skills.ts'

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = realpathSync(temporaryFolder())
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const skill = (name: string, more = '') => `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\nDo ${name}.\n`

/** Faults as the command shows them, with the folder left out. */
async function faultsOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<readonly string[]> {
  const folder = folderWith(files)
  const { faults } = await loadSkills([folder])
  return faults.map(({ file, at, path, message }) => {
    const place = [file.slice(folder.length + 1), ...(at ? [at.line, at.column] : [])].join(':')
    return `${place}: ${path.length > 0 ? `${path.join('.')}: ` : ''}${message.replaceAll(`${folder}/`, '')}`
  })
}

const faultIn = async (text: string | Uint8Array) => (await faultsOf({ 'a/SKILL.md': text }))[0]

describe('skills', () => {
  it('are read from every SKILL.md below the folders', async () => {
    const folder = folderWith({
      'one/SKILL.md': skill('one'),
      'group/two/SKILL.md': skill('two'),
      'group/two/inner/three/SKILL.md': skill('three'),
      'README.md': 'No skill.',
      'skill.md': 'Neither.',
      'node_modules/x/SKILL.md': skill('installed'),
      '.git/SKILL.md': skill('hidden'),
    })
    const other = folderWith({ 'SKILL.md': skill('four') })
    const { skills, faults } = await loadSkills([folder, other])
    expect(faults).toEqual([])
    expect(skills.map(({ name }) => name)).toEqual(['two', 'three', 'one', 'four'])
  })

  it('have all that stands in their files', async () => {
    const text = `---
name: pdf-forms
description: >-
  Fills forms.
  Use it for PDF.
license: MIT
allowed-tools: [files.read, "math.*"]
metadata: { author: me, version: 2 }
x-own: [1, true, null]
---
# Forms

Fill them.
---
The end.
`
    const folder = folderWith({
      'forms/SKILL.md': text,
      'forms/ref/fields.md': 'F',
      'forms/.env': 'S',
      'forms/a.txt': 'A',
    })
    const { skills } = await loadSkills([folder])
    expect(skills).toEqual([
      {
        name: 'pdf-forms',
        description: 'Fills forms. Use it for PDF.',
        instructions: '# Forms\n\nFill them.\n---\nThe end.',
        allowedTools: ['files.read', 'math.*'],
        frontMatter: {
          name: 'pdf-forms',
          description: 'Fills forms. Use it for PDF.',
          license: 'MIT',
          'allowed-tools': ['files.read', 'math.*'],
          metadata: { author: 'me', version: 2 },
          'x-own': [1, true, null],
        },
        file: join(folder, 'forms/SKILL.md'),
        folder: join(folder, 'forms'),
        resources: ['a.txt', 'ref/fields.md'],
      },
    ])
  })

  it.each([
    ['files.read math.*', ['files.read', 'math.*']],
    ['files.read, web.fetch', ['files.read', 'web.fetch']],
    ['"*"', ['*']],
    ['[]', []],
    ['""', []],
    ['\n  - a\n  - b.c', ['a', 'b.c']],
  ])('may use the tools of `allowed-tools: %s`', async (written, tools) => {
    const folder = folderWith({ 'SKILL.md': skill('a', `allowed-tools: ${written}\n`) })
    const { skills, faults } = await loadSkills([folder])
    expect(faults).toEqual([])
    expect(skills[0]?.allowedTools).toEqual(tools)
  })

  it('are read as editors of Windows write them', async () => {
    const folder = folderWith({ 'SKILL.md': `\uFEFF${skill('a').replaceAll('\n', '\r\n')}` })
    const { skills } = await loadSkills([folder])
    expect(skills).toMatchObject([{ name: 'a', instructions: 'Do a.' }])
  })

  it('leave files out that lead elsewhere or belong to a skill further down', async () => {
    const folder = folderWith({
      'a/SKILL.md': skill('a'),
      'a/own.md': '1',
      'a/b/SKILL.md': skill('b'),
      'a/b/other.md': '2',
      'secret.md': '3',
    })
    symlinkSync(join(folder, 'secret.md'), join(folder, 'a/link.md'))
    symlinkSync(folder, join(folder, 'a/up'))
    const { skills } = await loadSkills([join(folder, 'a')])
    expect(skills.map(({ name, resources }) => [name, resources])).toEqual([
      ['a', ['own.md']],
      ['b', ['other.md']],
    ])
  })

  it('are found once through links, which may form a circle', async () => {
    const folder = folderWith({ 'real/a/SKILL.md': skill('a') })
    symlinkSync(join(folder, 'real'), join(folder, 'real/a/again'))
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    const { skills, faults } = await loadSkills([join(folder, 'link'), join(folder, 'real')])
    expect(faults).toEqual([])
    expect(skills).toMatchObject([{ name: 'a', folder: join(folder, 'real/a') }])
  })
})

describe('a bad SKILL.md', () => {
  it.each([
    [
      'has no front matter',
      '# Title\n',
      'a/SKILL.md:1:1: it begins with no line of `---` and a `name` and a `description` below it',
    ],
    ['is empty', '', 'a/SKILL.md:1:1: it begins with no line of `---` and a `name` and a `description` below it'],
    [
      'does not end it',
      '---\nname: a\n',
      'a/SKILL.md:1:1: expected a second line of `---` at the end of the front matter',
    ],
    ['has an empty one', '---\n---\nDo.', 'a/SKILL.md:1:1: expected { name, description, allowed-tools }, got null'],
    ['has a list', '---\n- a\n---\nDo.', 'a/SKILL.md:1:1: expected { name, description, allowed-tools }, got a list'],
    ['has no name', '---\ndescription: D\n---\nDo.', 'a/SKILL.md:1:1: name: expected a text, but it is missing'],
    [
      'has no description',
      '---\nname: a\n---\nDo.',
      'a/SKILL.md:1:1: description: expected a text that is not empty, but it is missing',
    ],
    [
      'has an empty description',
      '---\nname: a\ndescription: " "\n---\nDo.',
      'a/SKILL.md:3:14: description: expected a text that is not empty, got " "',
    ],
    [
      'has a name that is a number',
      '---\nname: 7\ndescription: D\n---\nDo.',
      'a/SKILL.md:2:7: name: expected a text, got 7',
    ],
    [
      'has a name with capitals',
      '---\nname: PDF Forms\ndescription: D\n---\nDo.',
      'a/SKILL.md:2:7: name: expected lower-case letters and digits, with single hyphens between them, got "PDF Forms"',
    ],
    [
      'has a name with hyphens at its ends',
      '---\nname: -a-\ndescription: D\n---\nDo.',
      'a/SKILL.md:2:7: name: expected lower-case letters and digits, with single hyphens between them, got "-a-"',
    ],
    [
      'has a name that is too long',
      `---\nname: ${'a'.repeat(65)}\ndescription: D\n---\nDo.`,
      expect.stringMatching(/^a\/SKILL\.md:2:7: name: expected at most 64 characters, got "a+…?/),
    ],
    [
      'has the name of the reader',
      '---\nname: read\ndescription: D\n---\nDo.',
      'a/SKILL.md:2:7: name: `skills.read` is taken; choose another name',
    ],
    [
      'allows what is no tool',
      '---\nname: a\ndescription: D\nallowed-tools:\n  - files.read\n  - Bash(git:*)\n---\nDo.',
      'a/SKILL.md:6:5: allowed-tools.1: expected the name of a tool or a pattern such as `files.*`, got "Bash(git:*)"',
    ],
    [
      'allows no list',
      '---\nname: a\ndescription: D\nallowed-tools: 7\n---\nDo.',
      'a/SKILL.md:4:16: allowed-tools: expected a list, each entry a text, got 7',
    ],
    [
      'has a key twice',
      '---\nname: a\nname: b\ndescription: D\n---\nDo.',
      'a/SKILL.md:3:1: this key is there twice; keep one of them',
    ],
    [
      'indents with tabs',
      '---\nname: a\nmetadata:\n\tx: 1\n---\nDo.',
      'a/SKILL.md:4:1: tabs cannot indent; use spaces',
    ],
    [
      'has an alias to nothing',
      '---\nname: *x\ndescription: D\n---\nDo.',
      expect.stringMatching(/^a\/SKILL\.md:1:1: Unresolved alias/),
    ],
    [
      'has no instructions',
      '---\nname: a\ndescription: D\n---\n \n',
      'a/SKILL.md: it has no instructions below its front matter',
    ],
  ])('%s', async (_, text, fault) => {
    expect(await faultIn(text)).toEqual(fault)
  })

  it('is no text', async () => {
    expect(await faultIn(Uint8Array.of(0xff, 0xfe, 0x00))).toBe('a/SKILL.md: it cannot be read: it is no text in UTF-8')
  })

  it('is too long to read', async () => {
    const text = skill('a') + 'x'.repeat(200_000)
    expect(await faultIn(text)).toBe(
      `a/SKILL.md: it has ${text.length} bytes; at most 200000: move parts of it into files beside it`,
    )
  })

  it('is a folder', async () => {
    expect(await faultsOf({ 'a/SKILL.md/x': '' })).toEqual(['a/SKILL.md: it cannot be read: it is no plain file'])
  })

  it.skipIf(process.platform === 'win32')('is a pipe that nobody writes to', async () => {
    const folder = folderWith({})
    execFileSync('mkfifo', [join(folder, 'SKILL.md')])
    const { faults } = await loadSkills([folder])
    expect(faults).toEqual([
      { file: join(folder, 'SKILL.md'), path: [], message: 'it cannot be read: it is no plain file' },
    ])
  })

  it('has aliases that would fill the memory', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const name of 'bcdefghi') {
      const last = String.fromCharCode(name.charCodeAt(0) - 1)
      bomb.push(`${name}: &${name} [${Array(9).fill(`*${last}`).join(', ')}]`)
    }
    const fault = await faultIn(`---\nname: a\ndescription: D\n${bomb.join('\n')}\n---\nDo.`)
    expect(fault).toBe('a/SKILL.md:1:1: Excessive alias count indicates a resource exhaustion attack')
  })

  it('has the name of another, and the first one stays', async () => {
    const files = { 'a/SKILL.md': skill('same'), 'b/SKILL.md': skill('same', 'license: MIT\n') }
    expect(await faultsOf(files)).toEqual([
      'b/SKILL.md:2:7: name: `same` is the name of another skill, in a/SKILL.md:2:7; choose another name',
    ])
    const folder = folderWith(files)
    const { skills } = await loadSkills([folder])
    expect(skills.map(({ file }) => file)).toEqual([join(folder, 'a/SKILL.md')])
  })

  it('keeps no other skill from being read', async () => {
    const { skills, faults } = await loadSkills([folderWith({ 'a/SKILL.md': 'bad', 'b/SKILL.md': skill('b') })])
    expect(skills.map(({ name }) => name)).toEqual(['b'])
    expect(faults).toHaveLength(1)
  })

  it('is told of when its folder is not there', async () => {
    const folder = folderWith({ file: '' })
    expect(await loadSkills([join(folder, 'gone'), join(folder, 'file')])).toEqual({
      skills: [],
      faults: [
        { file: join(folder, 'gone'), path: [], message: 'there is no such folder' },
        { file: join(folder, 'file'), path: [], message: 'there is no such folder' },
      ],
    })
  })
})
