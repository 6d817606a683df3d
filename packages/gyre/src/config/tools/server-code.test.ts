import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { serverCode } from './server-code.ts'

const files = ['package.json', 'server.js', 'srv/s.js', 'srv/lib.js', 'pack/package.json', 'data/notes.md']

/** What counts as code of a server, named from the folder of its project. */
function codeOf(command: string, args: readonly string[], root = '.') {
  const cwd = temporaryFolder()
  for (const file of files) {
    mkdirSync(join(cwd, file, '..'), { recursive: true })
    writeFileSync(join(cwd, file), '')
  }
  symlinkSync('.', join(cwd, 'itself'))
  const fill = (text: string) => text.replace('{HERE}', cwd)
  return serverCode({ s: { command, args } }, { cwd, root: join(cwd, root), fill }).map((path) =>
    path.slice(cwd.length + 1),
  )
}

const endings = (path: string) => ['', '.js', '.json', '.node', '.ts', '.py'].map((ending) => path + ending)

const entries = ['package.json', 'pyproject.toml', 'index.js', 'index.ts', '__main__.py']

describe('code of a server', () => {
  it.each<[string, string, string[], string[]]>([
    ['its program', './server.js', [], ['server.js']],
    ['a script', 'node', ['srv/s.js', '--quiet'], ['srv/s.js']],
    ['a script named by a variable', 'node', ['{HERE}/srv/s.js'], ['srv/s.js']],
    [
      'a script named by an address',
      'node',
      ['--import', 'file://{HERE}/srv/s.js', 'server.js'],
      ['srv/s.js', 'server.js'],
    ],
    ['a script that is not there yet', 'sh', ['srv/gone.sh'], ['srv/gone.sh', ...endings('srv/gone.sh').slice(1)]],
    ['the value of an option', 'npx', ['--import=./srv/s.js', 'x'], ['srv/s.js']],
    ['the value of an option that is not there yet', 'npx', ['--import=./srv/gone.js'], ['srv/gone.js']],
    ['a folder that is run', 'node', ['./srv'], endings('srv')],
    ['a script without its ending', 'python3', ['srv/s'], endings('srv/s')],
    [
      'a folder that is run, behind options',
      'node',
      ['-C', 'x', '--flag', '-r', './data', './srv', 'pack/..'],
      [...endings('data'), ...endings('srv')],
    ],
    ['a folder that is run by a starter', 'npx', ['tsx', './srv'], endings('srv')],
    ['a folder that is run by a word', 'bun', ['run', './srv', './data'], endings('srv')],
    ['a module of Python', 'python', ['-X', 'dev', '-m', 'srv.main', 'data'], ['srv.main', ...endings('srv/main')]],
    ['a folder that is a package', 'npx', ['-y', './pack', './data'], ['pack']],
    ['of the project that is run itself, what it begins with', 'node', ['.'], entries],
    ['of a link to it, too', 'node', ['itself'], entries.map((name) => `itself/${name}`)],
  ])('is %s', (_, command, args, code) => {
    expect(codeOf(command, args)).toEqual(code)
  })

  it.each<[string, string[], string?]>([
    ['the project that it works on', ['.']],
    ['the project by a link', ['itself']],
    ['all around it', ['/', '..']],
    ['the project, though tools work on a part of it', ['.'], 'data'],
    ['the project, though tools work on more', ['{HERE}'], '..'],
    ['a package that tools work on', ['./pack'], 'pack'],
    ['a folder of data', ['./data', '--root=data', '{HERE}/data']],
    ['a folder that is not there', ['out']],
    ['an address', ['https://a.example/x.json', '--url=http://a.example/y.json', 'file://host/x.js']],
    ['a text that can be no path', ['x'.repeat(5000), 'a\0b.js', '', '-', '--', '--x=']],
  ])('is not %s', (_, args, root) => {
    expect(codeOf('server-filesystem', args, root)).toEqual([])
  })
})
