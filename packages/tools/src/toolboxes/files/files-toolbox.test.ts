import { execFileSync } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { context, filesLab as lab } from '../../../test/files-lab.ts'
import { filesToolbox } from './files-toolbox.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

describe('the files toolbox', () => {
  it('only reads unless it is told otherwise', () => {
    const { tools } = filesToolbox({ root: temporaryFolder() })
    expect(tools.map(({ name, effect, approval, permissions }) => [name, effect, approval, permissions])).toEqual([
      ['files.read', 'pure', 'never', ['files.read']],
      ['files.list', 'pure', 'never', ['files.read']],
      ['files.search', 'pure', 'never', ['files.read']],
      ['files.info', 'pure', 'never', ['files.read']],
    ])
  })

  it('asks a person before it changes anything, and each time before it removes', () => {
    const { tools } = filesToolbox({ root: temporaryFolder(), write: true })
    expect(
      tools.slice(4).map(({ name, effect, approval, permissions }) => [name, effect, approval, permissions]),
    ).toEqual([
      ['files.write', 'idempotent', 'first-use', ['files.write']],
      ['files.edit', 'once', 'first-use', ['files.read', 'files.write']],
      ['files.move', 'once', 'first-use', ['files.write']],
      ['files.remove', 'once', 'always', ['files.write']],
    ])
    expect(tools.every(({ keepsMarkup, trusted }) => keepsMarkup && !trusted)).toBe(true)
  })

  it.each(['', '/no/such/folder', import.meta.filename])('is not made over %j', (root) => {
    expect(() => filesToolbox({ root })).toThrow(`\`${root}\` is not a folder that is there.`)
  })

  it.each([0, -1, 1.5, Number.NaN])('is not made with %d bytes', (maxBytes) => {
    expect(() => filesToolbox({ root: temporaryFolder(), maxBytes })).toThrow(
      '`maxBytes` must be a whole number above zero',
    )
  })

  it.runIf(process.platform === 'linux')(
    'closes every file it opened',
    async () => {
      const { text } = lab({ 'a/b/c.txt': 'x\n', 'd.txt': 'x' })
      const open = () => readdirSync('/proc/self/fd').length
      await text('search', { query: 'x' })
      const before = open()
      for (let round = 0; round < 20; round++) {
        await text('read', { path: 'a/b/c.txt' })
        await text('list', { depth: 9 })
        await text('search', { query: 'x' })
        await text('info', { path: 'a' })
        await text('write', { path: `n${round}/m/x.txt`, text: 'x' })
        await text('edit', { path: `n${round}/m/x.txt`, old: 'x', new: 'y' })
        await text('move', { from: `n${round}`, to: 'moved/n' })
        await text('remove', { path: 'moved', recursive: true })
        for (const path of ['../x', 'none', 'd.txt/x', '.env', 'a']) await text('read', { path }).catch(() => {})
      }
      expect(open()).toBeLessThanOrEqual(before)
    },
    30_000,
  )
})

describe('files.read', () => {
  it('gives the text of a file and says where it is from', async () => {
    const { call } = lab({ 'src/main.ts': 'one\ntwo\n' })
    expect(await call('read', { path: './src/main.ts' })).toEqual({
      text: 'one\ntwo\n',
      untrusted: { from: 'src/main.ts' },
    })
  })

  it('gives the lines that are asked for', async () => {
    const { text } = lab({ a: '1\n2\n3\n' })
    expect(await text('read', { path: 'a', from: 2, lines: 1 })).toBe('[Lines 2-2 of 3.]\n[Read on with `from: 3`.]\n2')
  })

  it('says that a text is not in UTF-8', async () => {
    const { text } = lab({ a: Buffer.from('caf\xe9\n', 'latin1') })
    expect(await text('read', { path: 'a' })).toMatch(/^\[Not valid UTF-8: .*first in line 1\)\.\]\ncaf\uFFFD\n$/)
  })

  it('attaches pictures, PDFs and other files as they are', async () => {
    const { call } = lab({ 'a.txt': png, 'b.pdf': '%PDF-1.7', 'c.bin': Buffer.from([0, 1, 2]) })
    expect((await call('read', { path: 'a.txt' })).parts).toEqual([
      { type: 'image', mediaType: 'image/png', data: png.toString('base64') },
    ])
    expect((await call('read', { path: 'b.pdf' })).parts).toEqual([
      { type: 'file', name: 'b.pdf', mediaType: 'application/pdf', data: 'JVBERi0xLjc=' },
    ])
    expect(await call('read', { path: 'c.bin' })).toEqual({
      text: '`c.bin` is application/octet-stream, 3 bytes; it is attached.',
      parts: [{ type: 'file', name: 'c.bin', mediaType: 'application/octet-stream', data: 'AAEC' }],
      untrusted: { from: 'c.bin' },
    })
  })

  it('attaches no file that is too large', async () => {
    const { text } = lab({ large: Buffer.alloc(5 * 1024 * 1024 + 1), small: png }, { maxBytes: 6 * 1024 * 1024 })
    await expect(text('read', { path: 'large' })).rejects.toThrow(
      'has 5242881 bytes; files that are not text are attached up to',
    )
    const tiny = lab({ small: png }, { maxBytes: 10 })
    await expect(tiny.text('read', { path: 'small' })).rejects.toThrow('is image/png and has more than 10 bytes')
  })

  it('reads no more of a text than it may', async () => {
    const { text } = lab({ log: 'line\n'.repeat(100) }, { maxBytes: 12 })
    expect(await text('read', { path: 'log' })).toBe(
      '[Lines 1-3 of more: only the first 12 bytes are read.]\nline\nline\nli',
    )
  })

  it('says what is near when nothing is there, and what a folder is for', async () => {
    const { text } = lab({ 'src/main.ts': '' })
    await expect(text('read', { path: 'src/mian.ts' })).rejects.toThrow(
      '`src/mian.ts` is not there. Instead of `mian.ts`: did you mean `main.ts`?',
    )
    await expect(text('read', { path: 'source/main.ts' })).rejects.toThrow('Instead of `source`: there are `src`.')
    await expect(text('read', { path: 'src' })).rejects.toThrow('`src` is a folder: `files.list` shows what is in it.')
    await expect(text('read', { path: 'src/main.ts/x' })).rejects.toThrow('leads through a file as if it were a folder')
  })

  it('follows links that stay inside, and names the file they lead to', async () => {
    const { root, call } = lab({ 'v2/notes.txt': 'two' })
    symlinkSync('v2', join(root, 'latest'))
    symlinkSync(join(root, 'latest', 'notes.txt'), join(root, 'whole'))
    symlinkSync('../'.repeat(3) + root.slice(1), join(root, 'v2', 'round'))
    for (const path of ['latest/notes.txt', 'whole', 'latest/../v2/notes.txt'])
      expect(await call('read', { path })).toEqual({ text: 'two', untrusted: { from: 'v2/notes.txt' } })
  })

  it('works below a root that is a link itself', async () => {
    const { root } = lab({ 'a.txt': 'x' })
    const link = join(temporaryFolder(), 'link')
    symlinkSync(root, link)
    symlinkSync(join(root, 'a.txt'), join(root, 'absolute'))
    const [read] = filesToolbox({ root: link }).tools
    expect(await read!.run({ path: 'absolute', from: 1, lines: 9 }, context)).toMatchObject({ text: 'x' })
  })

  it('refuses secret files, through links too, and reads those beside them', async () => {
    const { root, text } = lab({ '.env': 'KEY=1', '.env.example': 'KEY=', 'a/.ssh/config': 'x' })
    symlinkSync('.env', join(root, 'harmless.txt'))
    symlinkSync('a/.ssh', join(root, 'harmless'))
    for (const path of ['.env', 'harmless.txt', 'harmless/config', 'a/.ssh/config'])
      await expect(text('read', { path })).rejects.toThrow('a file of this name holds secrets')
    expect(await text('read', { path: '.env.example' })).toBe('KEY=')
  })

  it('refuses the secret files it is told of', async () => {
    const { text } = lab({ '.env': 'KEY=1', 'plan.txt': 'x' }, { secretFiles: ['plan.*'] })
    await expect(text('read', { path: 'plan.txt' })).rejects.toMatchObject({ code: 'path-refused' })
    expect(await text('read', { path: '.env' })).toBe('KEY=1')
  })
})

describe('files.list', () => {
  const files = {
    'b.txt': 'bb',
    'a/x.ts': 'x',
    'a/deep/y.ts': 'yy',
    '.env': 'K',
    '.git/HEAD': '',
    'node_modules/m/i.ts': '',
  }

  it('shows a folder, sorted, with sizes', async () => {
    const { call } = lab(files)
    expect(await call('list', {})).toEqual({
      text: '.env 1 (secret: it is not opened)\n.git/\na/\nb.txt 2\nnode_modules/',
      untrusted: { from: '.' },
    })
    expect(await call('list', { path: 'a' })).toEqual({ text: 'a/deep/\na/x.ts 1', untrusted: { from: 'a' } })
  })

  it('goes as deep as it is asked to, past the folders nobody writes in', async () => {
    const { text } = lab(files)
    expect(await text('list', { depth: 3 })).toBe(
      '.env 1 (secret: it is not opened)\n.git/\na/\na/deep/\na/deep/y.ts 2\na/x.ts 1\nb.txt 2\nnode_modules/',
    )
    expect(await text('list', { path: 'node_modules', depth: 2 })).toBe('node_modules/m/\nnode_modules/m/i.ts 0')
  })

  it('shows what fits a pattern, from the folder it is asked for', async () => {
    const { text } = lab(files)
    expect(await text('list', { glob: '*.ts' })).toBe('a/deep/y.ts 2\na/x.ts 1')
    expect(await text('list', { path: 'a', glob: '*/y.ts' })).toBe('a/deep/y.ts 2')
    expect(await text('list', { glob: '*.md' })).toBe('[Nothing is there that fits.]')
  })

  it('shows links as links and enters none', async () => {
    const { root, text } = lab({ 'a/x.ts': '' })
    symlinkSync('a', join(root, 'l'))
    symlinkSync('.', join(root, 'a', 'up'))
    expect(await text('list', { depth: 9 })).toBe('a/\na/up (link)\na/x.ts 0\nl (link)')
    expect(await text('list', { path: 'l' })).toBe('a/up (link)\na/x.ts 0')
  })

  it('shows the first of many and says how many there are', async () => {
    const { text } = lab(
      Object.fromEntries(Array.from({ length: 510 }, (_, at) => [`f${String(at).padStart(3, '0')}`, ''])),
    )
    const lines = (await text('list', {})).split('\n')
    expect(lines[499]).toBe('f499 0')
    expect(lines.slice(500)).toEqual(['[The first 500 of 510 are shown: narrow it with `glob`.]'])
  })

  it('shows a name with a line break on one line', async () => {
    const { text } = lab({ 'a\nfake.txt 99': '', 'x\u202etxt.exe': '' })
    expect(await text('list', {})).toBe('a\\u{a}fake.txt 99 0\nx\\u{202e}txt.exe 0')
  })

  it('lists folders alone', async () => {
    const { text } = lab({ 'a.txt': '' })
    await expect(text('list', { path: 'a.txt' })).rejects.toThrow('`a.txt` is a file, not a folder.')
  })
})

describe('files.search', () => {
  it('finds lines in text files', async () => {
    const { call } = lab({ 'a.ts': 'const a = 1\nlet b\n', 'd/b.ts': 'x\nconst a', bin: Buffer.from('const a\0') })
    expect(await call('search', { query: 'const a' })).toEqual({
      text: 'a.ts:1: const a = 1\nd/b.ts:2: const a\n[Not searched, not text: bin.]',
      untrusted: { from: '.' },
    })
  })

  it('finds lines by a regular expression in files that fit a pattern', async () => {
    const { text } = lab({ 'a.ts': 'Foo1\nfoo', 'b.md': 'foo2' })
    expect(await text('search', { query: '^foo\\d', regex: true, ignoreCase: true, glob: '*.ts' })).toBe('a.ts:1: Foo1')
    expect(await text('search', { query: 'foo', path: 'b.md' })).toBe('b.md:1: foo2')
  })

  it('names secret files and does not open them', async () => {
    const { text } = lab({ '.env': 'KEY=1', 'a.txt': 'KEY=' })
    expect(await text('search', { query: 'KEY' })).toBe('a.txt:1: KEY=\n[Not searched, secret: .env.]')
    expect(await text('search', { query: 'KEY', path: '.env' })).toBe(
      '[Nothing found in 0 text files.]\n[Not searched, secret: .env.]',
    )
  })

  it('shows as many lines as it is asked to, and says that there are more', async () => {
    const { text } = lab({ a: 'x\n'.repeat(5), b: 'x\n' })
    expect(await text('search', { query: 'x', limit: 2 })).toBe(
      'a:1: x\na:2: x\n[There are more than the 2 lines shown: narrow the search.]',
    )
    expect(await text('search', { query: 'x', limit: 6 })).toBe('a:1: x\na:2: x\na:3: x\na:4: x\na:5: x\nb:1: x')
  })

  it('says which files are too large to be read as a whole', async () => {
    const { text } = lab({ a: 'needle in the beginning', b: '.....................needle' }, { maxBytes: 12 })
    expect(await text('search', { query: 'needle' })).toBe(
      'a:1: needle in th\n[Not searched, read only in part: a, b.]',
    )
  })

  it('hangs at no pipe', async () => {
    const { root, text } = lab({ a: 'x' })
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(await text('search', { query: 'x' })).toBe('a:1: x')
    expect(await text('search', { query: 'x', path: 'pipe' })).toContain('Not searched, not readable: pipe.')
  })

  it('looks for something within one line', async () => {
    const { text } = lab({})
    await expect(text('search', { query: 'a\nb' })).rejects.toMatchObject({
      code: 'argument-invalid',
      message: '`query` holds a line break: lines are searched one by one.',
    })
    await expect(text('search', { query: '(', regex: true })).rejects.toThrow('`query` is no regular expression')
  })
})

describe('files.info', () => {
  it('tells what is there', async () => {
    const { root, text } = lab({ 'a.txt': 'abc', '.env': 'K' })
    symlinkSync('a.txt', join(root, 'l'))
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(await text('info', { path: 'a.txt' })).toMatch(/^`a\.txt` is a file, 3 bytes, changed \d{4}-\S+Z\.$/)
    expect(await text('info', { path: '.' })).toMatch(/^`\.` is a folder, changed \S+Z\.$/)
    expect(await text('info', { path: 'l' })).toMatch(/^`a\.txt` is a file, .*, reached through a link at `l`\.$/)
    expect(await text('info', { path: 'pipe' })).toMatch(/^`pipe` is a pipe, .*, it is never opened\.$/)
    expect(await text('info', { path: '.env' })).toMatch(/, secret: it is not opened\.$/)
  })
})
