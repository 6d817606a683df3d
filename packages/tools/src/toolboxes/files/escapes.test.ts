import { execFileSync, spawnSync } from 'node:child_process'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { GyreError, type Tool, type ToolContext } from '@gyre/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { type Access, bestAccess } from './access/held.ts'
import { RootFolder } from './access/root-folder.ts'
import { toolboxOver } from './files-toolbox.ts'
import { defaultSecretFiles, secretTest } from './patterns/secret-files.ts'

const context = { signal: new AbortController().signal } as ToolContext
const mark = 'OUTSIDE-OF-THE-ROOT'
const accesses = [...new Set<Access>([bestAccess, 'paths'])]

/** `base/root` is the root; `base/outside` and `base/root-evil` are beside it and must stay as they are. */
type Lab = { readonly base: string; readonly root: string; readonly outside: string }

function lab(): Lab {
  const base = temporaryFolder()
  const [root, outside, evil] = [join(base, 'root'), join(base, 'outside'), join(base, 'root-evil')]
  for (const folder of [root, join(root, 'sub'), outside, join(outside, 'deep'), evil]) mkdirSync(folder)
  for (const file of ['secret.txt', 'deep/secret.txt']) writeFileSync(join(outside, file), mark)
  writeFileSync(join(evil, 'secret.txt'), mark)
  writeFileSync(join(root, 'inside.txt'), 'inside')
  writeFileSync(join(root, 'sub', 'inside.txt'), 'inside')
  return { base, root, outside }
}

/** Everything beside the root: names, contents, times and modes. */
function world({ base }: Lab): readonly string[] {
  return ['outside', 'root-evil'].flatMap((folder) =>
    readdirSync(join(base, folder), { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const { mtimeMs, mode, ino } = lstatSync(path)
      return [path, entry.isFile() ? readFileSync(path, 'utf8') : '', mtimeMs, mode, ino].join(' ')
    }),
  )
}

function toolsOf({ root }: Lab, access: Access): readonly Tool[] {
  const space = { root: new RootFolder(root, access), isSecret: secretTest(defaultSecretFiles), maxBytes: 1_000_000 }
  return toolboxOver(space, true).tools
}

/** Every tool that takes a path, with this one. */
const callsWith = (path: string): readonly (readonly [name: string, input: object])[] => [
  ['files.read', { path }],
  ['files.list', { path }],
  ['files.list', { path, depth: 5 }],
  ['files.search', { path, query: mark }],
  ['files.info', { path }],
  ['files.edit', { path, old: mark, new: 'x' }],
  ['files.write', { path, text: 'x' }],
  ['files.move', { from: 'inside.txt', to: path }],
  ['files.move', { from: path, to: 'taken.txt' }],
  ['files.remove', { path }],
  ['files.remove', { path, recursive: true }],
]

/** Whether a call makes something at the path. */
const makes = (path: string, name: string, input: object) =>
  name === 'files.write' || (name === 'files.move' && 'to' in input && input.to === path)

/** What came of a call: a text, or an error that must be one of ours. */
async function result(tools: readonly Tool[], name: string, input: object): Promise<string> {
  const tool = tools.find((each) => each.name === name)!
  try {
    return JSON.stringify(await tool.run(tool.schema.parse(input), context))
  } catch (error) {
    if (error instanceof GyreError) return `${error.code}: ${error.message}`
    throw error
  }
}

/** Whatever an escape leads to is in the lab: a tool that fails to refuse it harms nothing else. */
type Escape = readonly [what: string, path: string | ((lab: Lab) => string), make?: (lab: Lab) => void]

const link =
  (target: (lab: Lab) => string, name = 'link') =>
  (lab: Lab) =>
    symlinkSync(target(lab), join(lab.root, name))
const secret = ({ outside }: Lab) => join(outside, 'secret.txt')
const processRoot = ({ outside }: Lab) => `/proc/self/root${outside}`
const processFolder = ({ outside }: Lab) => `/proc/self/cwd/${relative(process.cwd(), outside)}`

/** No tool takes any of these. */
const refused: readonly Escape[] = [
  ['one step up', '../outside/secret.txt'],
  ['the folder above', '..'],
  ['the folder above, with a slash', '../'],
  ['many steps up', (lab) => `${'../'.repeat(40)}${secret(lab).slice(1)}`],
  ['up from a folder', 'sub/../../outside/secret.txt'],
  ['up from a folder that is not there', 'none/../../outside/secret.txt'],
  ['up behind a dot', './../outside/secret.txt'],
  ['up between slashes', 'sub//..//..//outside/secret.txt'],
  ['up from a file', 'inside.txt/../../outside/secret.txt'],
  ['a sibling whose name begins alike', '../root-evil/secret.txt'],
  ['an absolute path', secret],
  ['two slashes', (lab) => `/${secret(lab)}`],
  ['an absolute path inside', ({ root }) => join(root, 'inside.txt')],
  ['the root of the process', (lab) => `${processRoot(lab)}/secret.txt`],
  ['the folder of the process', (lab) => `${processFolder(lab)}/secret.txt`],
  ['a backslash up', '..\\outside\\secret.txt'],
  ['backslashes within', 'sub\\..\\..\\outside\\secret.txt'],
  ['both slashes', 'sub/..\\../outside/secret.txt'],
  ['a drive', 'C:\\outside\\secret.txt'],
  ['a drive with a slash', 'C:/outside/secret.txt'],
  ['a drive without a slash', 'c:secret.txt'],
  ['a server', '\\\\server\\share\\secret.txt'],
  ['a server with slashes', '//server/share/secret.txt'],
  ['a device path', '\\\\?\\C:\\secret.txt'],
  ['a zero byte', 'inside.txt\0/../../outside/secret.txt'],
  ['a zero byte behind the end', '../outside/secret.txt\0.png'],
  ['a line break', 'sub\n/../../outside/secret.txt'],
  ['a carriage return', 'inside.txt\r'],
  ['home', '~/secret.txt'],
  ['the home of somebody', '~root/secret.txt'],
  ['home alone', '~'],
  ['a file address', (lab) => `file://${secret(lab)}`],
  ['a file address without slashes', (lab) => `file:${secret(lab).slice(1)}`],
  ['an address', 'http://localhost/secret.txt'],
  ['nothing', ''],
  ['dots and a space', '.. /outside/secret.txt'],
  ['three dots', '.../outside/secret.txt'],
  ['a dot at the end', 'inside.txt.'],
  ['a space at the end', 'inside.txt '],
  ['half a character', '\ud800/../../outside/secret.txt'],
  ['a very long path', `${'sub/../'.repeat(2_000)}../outside/secret.txt`],
  ['a very long name', 'a'.repeat(300)],
  ['a link to a file', 'link', link(({ outside }) => join(outside, 'secret.txt'))],
  ['a relative link to a file', 'link', link(() => '../outside/secret.txt')],
  ['a file behind a link to a folder', 'link/secret.txt', link(({ outside }) => outside)],
  ['a folder behind a link to a folder', 'link/deep', link(({ outside }) => outside)],
  ['something new behind a link to a folder', 'link/new/new.txt', link(({ outside }) => outside)],
  ['a link to the folder above', 'link/outside/secret.txt', link(() => '..')],
  ['a link to the top', (lab) => `link${secret(lab)}`, link(() => '/')],
  ['a link to a sibling whose name begins alike', 'link/secret.txt', link(({ root }) => `${root}-evil`)],
  ['a link through the process', 'link/secret.txt', link(processRoot)],
  ['a link through the folder of the process', 'link/secret.txt', link(processFolder)],
  ['a link to a folder that is not there', 'link/new.txt', link(({ outside }) => join(outside, 'none'))],
  ['a link back in and out again', 'link/secret.txt', link(({ root }) => join(root, 'sub', '..', '..', 'outside'))],
  ['a link deep inside', 'sub/link/secret.txt', link(() => '../../outside', 'sub/link')],
  [
    'a chain of links to a folder',
    'a/secret.txt',
    (lab) => {
      link(() => 'b', 'a')(lab)
      link(() => 'sub/c', 'b')(lab)
      link(() => '../../outside', 'sub/c')(lab)
    },
  ],
  ['a folder that is a link to itself', 'link/secret.txt', link(() => 'link')],
  [
    'links in a circle',
    'a/secret.txt',
    (lab) => {
      link(() => 'b', 'a')(lab)
      link(() => 'a', 'b')(lab)
    },
  ],
]

/** Names like any other: nothing is there, and what is made is made inside. */
const literal: readonly (readonly [what: string, path: string])[] = [
  ['percent signs', '%2e%2e/outside/secret.txt'],
  ['percent signs for slashes', '..%2foutside%2fsecret.txt'],
  ['percent signs twice', '%252e%252e%252foutside'],
  ['wide dots', '．．/outside/secret.txt'],
  ['a wide slash', '..／outside／secret.txt'],
  ['a dollar', '$HOME/secret.txt'],
  ['a backtick', '`pwd`/secret.txt'],
  ['another case', 'INSIDE.TXT'],
  ['a stream', 'inside.txt::$DATA'],
  ['a star', '*'],
  ['braces', '{..,outside}'],
  ['a dash', '-rf'],
  ['an overlong dot', '\u00c0\u00ae\u00c0\u00ae/outside'],
  ['a way through a handle', 'proc/self/fd/0'],
]

describe.each(accesses)('through %s', { timeout: 30_000 }, (access) => {
  it.each(refused.map(([what, path, make]) => ({ what, path, make })))(
    'no tool takes $what',
    async ({ path, make }) => {
      const place = lab()
      make?.(place)
      const before = world(place)
      const tools = toolsOf(place, access)
      const written = typeof path === 'string' ? path : path(place)
      for (const [name, input] of callsWith(written)) {
        const said = await result(tools, name, input)
        expect([name, said]).toEqual([name, expect.stringMatching(/^path-refused: /)])
        expect(said).not.toContain(mark)
        if (!written.includes(place.base)) expect(said).not.toContain(place.base)
        expect(said).toContain('Paths are relative to the root folder and stay inside it')
      }
      expect(world(place)).toEqual(before)
    },
  )

  it.each(literal)('every tool takes %s literally', async (_what, path) => {
    const untouched = lab()
    for (const [name, input] of callsWith(path)) {
      const isMade = makes(path, name, input)
      const place = isMade ? lab() : untouched
      const before = world(place)
      const said = await result(toolsOf(place, access), name, input)
      expect([name, said]).toEqual([
        name,
        expect.stringMatching(isMade ? /^"(Made|Moved) / : /^file-un(read|writ)able: /),
      ])
      if (isMade) expect(readFileSync(join(place.root, path), 'utf8')).toMatch(/^(x|inside)$/)
      expect(said).not.toContain(place.base)
      expect(world(place)).toEqual(before)
    }
  })

  it('a link that leads out is seen by no walk', async () => {
    const place = lab()
    for (const name of ['link', 'sub/link']) symlinkSync(place.outside, join(place.root, name))
    symlinkSync(join(place.outside, 'secret.txt'), join(place.root, 'file'))
    const tools = toolsOf(place, access)
    for (const glob of ['**', '**/secret.txt', 'link/**', '*.txt', 'sub/*/*']) {
      expect(await result(tools, 'files.list', { glob })).not.toContain('secret.txt')
      expect(await result(tools, 'files.search', { query: mark, glob })).toContain('Nothing found')
    }
  })

  it.each([
    '../*',
    '../**',
    '{..,sub}/*',
    '.{.,}/*',
    'sub/../../*',
    '/etc/*',
    '~/*',
    'C:/*',
    '..\\*',
    '..',
    '{/etc,sub}/*',
  ])('no pattern such as %j leads out', async (glob) => {
    const tools = toolsOf(lab(), access)
    expect(await result(tools, 'files.list', { glob })).toMatch(/^path-refused: /)
    expect(await result(tools, 'files.search', { query: mark, glob })).toMatch(/^path-refused: /)
  })

  it('pipes and sockets are told of and never opened', async () => {
    const place = lab()
    execFileSync('mkfifo', [join(place.root, 'pipe')])
    const server = createServer().listen(join(place.root, 'socket'))
    onTestFinished(() => void server.close())
    await new Promise((listening) => server.once('listening', listening))
    const tools = toolsOf(place, access)
    for (const kind of ['pipe', 'socket']) {
      expect(await result(tools, 'files.read', { path: kind })).toContain(`it is a ${kind}, which is never opened`)
      for (const [name, input] of callsWith(kind).filter(([each]) => /edit|write|remove/.test(each)))
        expect(await result(tools, name, input)).toContain(`it is a ${kind}, which is never changed`)
      expect(await result(tools, 'files.move', { from: kind, to: 'x' })).toContain('which is never changed')
      expect(await result(tools, 'files.info', { path: kind })).toContain(`is a ${kind}`)
      expect(await result(tools, 'files.list', { path: kind })).toContain(`is a ${kind}, not a folder`)
      expect(await result(tools, 'files.search', { path: kind, query: 'x' })).toContain('not readable')
    }
    expect(await result(tools, 'files.list', {})).toContain('pipe (pipe)\\nsocket (socket)')
    expect(await result(tools, 'files.search', { query: 'inside' })).toContain('sub/inside.txt:1: inside')
  })

  it('devices are never opened', async () => {
    const space = { root: new RootFolder('/dev', access), isSecret: () => false, maxBytes: 10 }
    // Only to read: these are the real ones.
    const { tools } = toolboxOver(space, false)
    for (const path of ['zero', 'urandom', 'tty'])
      expect(await result(tools, 'files.read', { path })).toContain('it is a device, which is never opened')
  })

  it('devices are never changed', async ({ skip }) => {
    const place = lab()
    const made = spawnSync('mknod', [join(place.root, 'device'), 'c', '1', '3'])
    if (made.status !== 0) skip('only an administrator can make a device')
    const tools = toolsOf(place, access)
    for (const [name, input] of callsWith('device').filter(([each]) => /edit|write|remove/.test(each)))
      expect(await result(tools, name, input)).toContain('it is a device, which is never changed')
    expect(lstatSync(join(place.root, 'device')).isCharacterDevice()).toBe(true)
  })

  it('a file with another name outside stays as it is there', async () => {
    const place = lab()
    linkSync(join(place.outside, 'secret.txt'), join(place.root, 'hard'))
    const before = world(place)
    const tools = toolsOf(place, access)
    expect(await result(tools, 'files.edit', { path: 'hard', old: mark, new: 'x' })).toContain('Changed')
    expect(await result(tools, 'files.write', { path: 'hard', text: 'y' })).toContain('Replaced')
    expect(await result(tools, 'files.remove', { path: 'hard' })).toContain('Removed')
    expect(world(place)).toEqual(before)
  })

  it.each(['the root', 'a folder above the root'])('%s that was replaced by a link is refused', async (what) => {
    const place = lab()
    const above = join(place.base, 'above')
    const root = join(above, 'inner')
    mkdirSync(root, { recursive: true })
    mkdirSync(join(place.outside, 'inner'))
    writeFileSync(join(place.outside, 'inner', 'secret.txt'), mark)
    const tools = toolsOf({ ...place, root }, access)
    const swapped = what === 'the root' ? root : above
    renameSync(swapped, `${swapped}-old`)
    symlinkSync(what === 'the root' ? join(place.outside, 'inner') : place.outside, swapped)
    const before = world(place)
    expect(await result(tools, 'files.read', { path: 'none' })).not.toContain('secret.txt')
    for (const [name, input] of callsWith('secret.txt')) {
      const said = await result(tools, name, input)
      expect([name, said]).toEqual([name, expect.stringMatching(/^path-refused: `\.` is refused/)])
      expect(said).not.toContain(mark)
      expect(world(place)).toEqual(before)
    }
  })
})

it('has a table of at least 45 ways out', () => {
  expect(new Set(refused.map(([what]) => what)).size).toBe(refused.length)
  expect(refused.length).toBeGreaterThanOrEqual(45)
})
