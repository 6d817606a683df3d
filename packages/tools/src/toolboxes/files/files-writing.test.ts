import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ToolContext } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { filesLab as lab } from '../../../test/files-lab.ts'

describe('files.write', () => {
  it('makes a file and the folders it is in', async () => {
    const { text, file } = lab({})
    expect(await text('write', { path: 'a/b/c.txt', text: 'é\n' })).toBe('Made `a/b/c.txt`: 3 bytes.')
    expect(file('a/b/c.txt')).toBe('é\n')
  })

  it('replaces a file as a whole, keeps its mode and leaves nothing else behind', async () => {
    const { root, text, file } = lab({ 'run.sh': 'old and longer' })
    chmodSync(join(root, 'run.sh'), 0o750)
    expect(await text('write', { path: 'run.sh', text: 'new' })).toBe('Replaced `run.sh`: 3 bytes.')
    expect(file('run.sh')).toBe('new')
    expect(lstatSync(join(root, 'run.sh')).mode & 0o777).toBe(0o750)
    expect(readdirSync(root)).toEqual(['run.sh'])
  })

  it('leaves a file that has another name elsewhere as it is there', async () => {
    const { root, text } = lab({ 'a.txt': 'old' })
    const elsewhere = join(temporaryFolder(), 'same.txt')
    linkSync(join(root, 'a.txt'), elsewhere)
    await text('write', { path: 'a.txt', text: 'new' })
    await text('edit', { path: 'a.txt', old: 'new', new: 'newer' })
    expect(readFileSync(elsewhere, 'utf8')).toBe('old')
  })

  it('writes through links of folders that stay inside, and over no link', async () => {
    const { root, text, file } = lab({ 'real/a.txt': 'a' })
    symlinkSync('real', join(root, 'l'))
    symlinkSync('a.txt', join(root, 'real', 'la'))
    expect(await text('write', { path: 'l/b.txt', text: 'b' })).toBe('Made `real/b.txt`: 1 bytes.')
    await expect(text('write', { path: 'l/la', text: 'b' })).rejects.toThrow(
      'is a link: links are followed for reading only',
    )
    expect(file('real/a.txt')).toBe('a')
  })

  it.each(['.env', 'keys/id_rsa', '.git/hooks/post-commit', 'sub/.GIT/config', '.git', 'a.txt/b', 'folder', '.'])(
    'does not write %j, and makes nothing on the way',
    async (path) => {
      const { root, text } = lab({ 'a.txt': 'a', 'folder/b': '' })
      await expect(text('write', { path, text: 'x' })).rejects.toMatchObject({ name: 'GyreError' })
      expect(readdirSync(root, { recursive: true }).sort()).toEqual(['a.txt', 'folder', 'folder/b'])
    },
  )

  it('writes no more than it may', async () => {
    const { text } = lab({}, { maxBytes: 3 })
    await expect(text('write', { path: 'a', text: 'éé' })).rejects.toThrow('`a` would have more than 3 bytes.')
  })
})

describe('files.edit', () => {
  it('replaces a stretch that is there once', async () => {
    const { text, file } = lab({ a: 'one\ntwo\nthree\n' })
    expect(await text('edit', { path: 'a', old: 'two', new: '2' })).toBe('Changed `a` in line 2.')
    expect(file('a')).toBe('one\n2\nthree\n')
  })

  it.each([
    [{ path: 'a', old: 'x', new: 'y' }, '`a` is not changed: `old` is there more than once'],
    [{ path: 'a', old: 'z', new: 'y' }, '`a` is not changed: `old` is not in the file'],
    [{ path: 'none', old: 'x', new: 'y' }, '`none` is not there.'],
    [{ path: 'd', old: 'x', new: 'y' }, '`d` is a folder.'],
    [{ path: 'latin', old: 'x', new: 'y' }, '`latin` is not a text in UTF-8.'],
    [{ path: 'binary', old: 'x', new: 'y' }, '`binary` is not a text in UTF-8.'],
    [{ path: '.env', old: 'x', new: 'y' }, 'a file of this name holds secrets'],
    [{ path: 'a', old: '', new: 'y' }, 'old'],
  ])('changes nothing for %j', async (input, why) => {
    const files = {
      a: 'x x',
      'd/x': '',
      latin: Buffer.from('x\xe9', 'latin1'),
      binary: Buffer.from('x\0'),
      '.env': 'x',
    }
    const { root, text } = lab(files)
    await expect(text('edit', input)).rejects.toThrow(why)
    for (const [path, content] of Object.entries(files))
      expect(readFileSync(join(root, path))).toEqual(Buffer.from(content))
  })

  it('does not lose what somebody else wrote meanwhile', async () => {
    const { root, tools, file } = lab({ a: 'one' })
    // The file is looked at before it is read, and the signal in between.
    const throwIfAborted = () => writeFileSync(join(root, 'a'), 'one and more')
    const edit = tools.find(({ name }) => name === 'files.edit')!
    const context = { signal: { throwIfAborted } } as unknown as ToolContext
    utimesSync(join(root, 'a'), 1, 1)
    await expect(edit.run({ path: 'a', old: 'one', new: 'two' }, context)).rejects.toThrow(
      '`a` changed meanwhile: read it again.',
    )
    expect(file('a')).toBe('one and more')
  })

  it('keeps a byte order mark', async () => {
    const { text, file } = lab({ a: '\uFEFFone' })
    await text('edit', { path: 'a', old: 'one', new: 'two' })
    expect(file('a')).toBe('\uFEFFtwo')
  })
})

describe('files.move', () => {
  it('moves files and folders, and makes the folder they go to', async () => {
    const { root, text, file } = lab({ 'a.txt': 'a', 'd/e/f.txt': 'f' })
    expect(await text('move', { from: 'a.txt', to: 'x/y/b.txt' })).toBe('Moved `a.txt` to `x/y/b.txt`.')
    expect(await text('move', { from: 'd', to: 'x/d' })).toBe('Moved `d` to `x/d`.')
    expect([file('x/y/b.txt'), file('x/d/e/f.txt')]).toEqual(['a', 'f'])
    expect(readdirSync(root)).toEqual(['x'])
  })

  it.each([
    ['a.txt', 'b.txt', '`b.txt` is there already.'],
    ['a.txt', 'd', '`d` is there already.'],
    ['none', 'c.txt', '`none` is not there.'],
    ['d', 'd/e/x', '`d/e/x` is inside of what is moved.'],
    ['d', 'd', '`d` is inside of what is moved.'],
    ['a.txt', 'b.txt/c', '`b.txt/c` leads through a file'],
    ['.', 'x', 'is the root itself'],
    ['.env', 'env.txt', 'a file of this name holds secrets'],
    ['a.txt', '.env', 'a file of this name holds secrets'],
    ['s', 't', '`s` holds the secret file `s/deep/.env`, which stays where it is.'],
    ['repo/.git', 'repo/git', 'belongs to Git'],
    ['repo', 'repo2', 'holds the secret file `repo/.git/config`'],
    ['d', '.git', 'belongs to Git'],
  ])('does not move %j to %j', async (from, to, why) => {
    const files = { 'a.txt': '', 'b.txt': '', 'd/e/f': '', '.env': '', 's/deep/.env': '', 'repo/.git/config': '' }
    const { root, text } = lab(files)
    const before = readdirSync(root, { recursive: true }).sort()
    await expect(text('move', { from, to })).rejects.toThrow(why)
    expect(readdirSync(root, { recursive: true }).sort()).toEqual(before)
  })
})

describe('files.remove', () => {
  it('removes files, empty folders, and whole folders when told to', async () => {
    const { root, text } = lab({ 'a.txt': '', 'd/e/f.txt': '', 'd/g': '', keep: '' })
    mkdirSync(join(root, 'empty'))
    symlinkSync('../keep', join(root, 'd', 'link'))
    expect(await text('remove', { path: 'a.txt' })).toBe('Removed `a.txt`.')
    expect(await text('remove', { path: 'empty' })).toBe('Removed `empty/` and the 0 names in it.')
    await expect(text('remove', { path: 'd' })).rejects.toThrow('`d` is a folder with 4 names in it: say `recursive`.')
    expect(await text('remove', { path: 'd', recursive: true })).toBe('Removed `d/` and the 4 names in it.')
    expect(readdirSync(root)).toEqual(['keep'])
  })

  it.each(['.', 'none', '.env', 's', '.git', 'a.txt/b'])('does not remove %j', async (path) => {
    const { root, text } = lab({ '.env': '', 's/.env': '', '.git/HEAD': '', 'a.txt': '' })
    await expect(text('remove', { path, recursive: true })).rejects.toMatchObject({ name: 'GyreError' })
    expect(readdirSync(root).sort()).toEqual(['.env', '.git', 'a.txt', 's'])
    expect(existsSync(join(root, 's', '.env'))).toBe(true)
  })

  it('removes the links in a folder, not what they lead to', async () => {
    const { root, text } = lab({ 'd/x': '' })
    const outside = temporaryFolder()
    writeFileSync(join(outside, 'precious'), 'p')
    symlinkSync(outside, join(root, 'd', 'out'))
    await text('remove', { path: 'd', recursive: true })
    expect(readdirSync(outside)).toEqual(['precious'])
  })
})
