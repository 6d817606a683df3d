import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Lab, lab, result, toolOf } from '../../../test/shell-lab.ts'

describe('no program', { timeout: 30_000 }, () => {
  it.each([
    'git; touch marker',
    'git && touch marker',
    'git | sh',
    '$(touch marker)',
    '`touch marker`',
    'ls\ntouch marker',
    'ls\0',
    '../evil',
    '../../bin/sh',
    './ls',
    '/bin/sh',
    '/bin/ls',
    'sh',
    'bash',
    'env',
    'l',
    'lsof',
    'LS',
    'ls ',
    ' ls',
    '',
    '-c',
    '*',
    'constructor',
    '__proto__',
  ])('is run by the name %j', async (program) => {
    const place = lab()
    writeFileSync(join(place.work, 'ls'), `#!/bin/sh\ntouch ${place.marker}\n`, { mode: 0o755 })
    const tool = toolOf(place)
    expect(await result(tool, { program })).toMatch(/^program-refused: /)
    expect(tool.schema.safeParse({ program }).success).toBe(false)
    expect(existsSync(place.marker)).toBe(false)
  })

  it.each([
    ...[
      'sh',
      'bash',
      'dash',
      'env',
      'xargs',
      'sudo',
      'nohup',
      'timeout',
      'setsid',
      'node',
      'npm',
      'npx',
      'python3',
      'perl',
    ],
    ...['ruby', 'awk', 'make', 'ssh', 'rsync', 'docker', 'vim', 'less', 'git-shell', 'python3.11', 'busybox', 'ld.so'],
  ])('that runs others is allowed by its name alone: %s', (name) => {
    const place = lab()
    const message = new RegExp(`^\`${name}\` .*: allow it on purpose, as \\{ name: '${name}', anyArgs: true \\}\\.$`)
    expect(() => toolOf(place, { programs: [name] })).toThrow(message)
    expect(() => toolOf(place, { programs: [{ name, args: ['*'] }] })).toThrow(message)
  })

  it('that runs others is allowed under another name', () => {
    const place = lab()
    const folder = join(place.base, 'bin')
    mkdirSync(folder)
    symlinkSync('/bin/sh', join(folder, 'lister'))
    expect(() => toolOf(place, { programs: ['lister'], env: { PATH: folder } })).toThrow(
      'runs any command: allow it on purpose',
    )
  })

  it.each([
    ['the folder itself', ({ work }: Lab) => work],
    ['a dot', () => '.'],
    ['nothing', () => ''],
    ['a folder inside', ({ work }: Lab) => join(work, 'bin')],
    ['a relative folder', () => 'bin'],
    ['a link to a folder inside', ({ base }: Lab) => join(base, 'link')],
    ['a detour', ({ work }: Lab) => join(work, '..', 'work', 'bin')],
  ])('is taken from where it works, when the PATH begins with %s', async (_what, first) => {
    const place = lab()
    mkdirSync(join(place.work, 'bin'))
    symlinkSync(join(place.work, 'bin'), join(place.base, 'link'))
    for (const folder of ['.', 'bin'])
      writeFileSync(join(place.work, folder, 'ls'), `#!/bin/sh\ntouch ${place.marker}\n`, { mode: 0o755 })
    const tool = toolOf(place, { programs: ['ls', 'printenv'], env: { PATH: `${first(place)}:/usr/bin:/bin` } })
    expect(await result(tool, { program: 'ls' })).toContain('a.txt')
    expect(await result(tool, { program: 'printenv', args: ['PATH'] })).toMatch(/stdout:\n\/usr\/bin:\/bin$/)
    expect(existsSync(place.marker)).toBe(false)
  })

  it('is taken from where it works through a link elsewhere', () => {
    const place = lab()
    const folder = join(place.base, 'bin')
    mkdirSync(folder)
    writeFileSync(join(place.work, 'tool'), '#!/bin/sh\n', { mode: 0o755 })
    symlinkSync(join(place.work, 'tool'), join(folder, 'tool'))
    expect(() => toolOf(place, { programs: ['tool'], env: { PATH: folder } })).toThrow(
      '`tool` is in none of the folders',
    )
  })
})

describe('no argument', { timeout: 30_000 }, () => {
  it.each([
    '; touch ../marker',
    '&& touch ../marker',
    '| touch ../marker',
    '> ../marker',
    '$(touch ../marker)',
    '`touch ../marker`',
    'a\ntouch ../marker',
    '*',
    '?.txt',
    '~',
    '$PATH',
    `\${PATH}`,
    '%PATH%',
    '!!',
    '{a,b}',
    "'",
    '"; touch ../marker; "',
    '\\',
    'LD_PRELOAD=../evil.so',
    '--',
  ])('is read by a shell: %j', async (argument) => {
    const place = lab()
    expect(await result(toolOf(place), { program: 'echo', args: ['x', argument] })).toBe(
      `Exit code 0.\nstdout:\nx ${argument}`,
    )
    expect(existsSync(place.marker)).toBe(false)
  })

  it.each<[string, (lab: Lab) => readonly string[]]>([
    ['git', ({ evil }) => ['-c', `core.pager=${evil}`, 'log']],
    ['git', ({ evil }) => ['-c', `alias.x=!${evil}`, 'x']],
    ['git', ({ evil }) => ['-c', `core.fsmonitor=${evil}`, 'status']],
    ['git', ({ base }) => [`--exec-path=${base}`, 'evil']],
    ['git', () => ['--config-env=core.fsmonitor=PATH', 'status']],
    ['git', () => ['-C', '..', 'status']],
    ['git', ({ base }) => [`--git-dir=${base}`, 'status']],
    ['git', ({ evil }) => ['config', 'core.fsmonitor', evil]],
    ['git', ({ evil }) => ['bisect', 'run', evil]],
    ['git', ({ evil }) => ['submodule', 'foreach', evil]],
    ['git', ({ evil }) => ['difftool', '-y', '-x', evil]],
    ['git', ({ evil }) => ['filter-branch', '--tree-filter', evil]],
    ['git', ({ evil }) => ['clone', '-c', `core.fsmonitor=${evil}`, '.', 'copy']],
    ['git', ({ evil }) => ['clone', `--upload-pack=${evil}`, '.', 'copy']],
    ['git', ({ evil }) => ['clone', '-u', evil, '.', 'copy']],
    ['git', ({ evil }) => ['ls-remote', `--upl=${evil}`, '.']],
    ['git', ({ evil }) => ['fetch', '--upload-pack', evil, '.']],
    ['git', ({ evil }) => ['push', `--receive-pack=${evil}`, '.', 'HEAD']],
    ['git', ({ evil }) => ['clone', `ext::${evil}`, 'copy']],
    ['git', ({ evil }) => ['grep', `-O${evil}`, 'one']],
    ['git', ({ evil }) => ['grep', `--open-files=${evil}`, 'one']],
    ['git', ({ evil }) => ['rebase', '-x', evil, 'HEAD~1']],
    ['git', ({ evil }) => ['rebase', `--exec=${evil}`, 'HEAD~1']],
    ['git', ({ marker }) => ['diff', '--no-index', `--output=${marker}`, 'a.txt', '/dev/null']],
    ['git', ({ base }) => ['init', `--template=${base}`, 'new']],
    ['git', () => ['cherry-pick', '--strategy=x/y', 'HEAD']],
    ['git', () => ['revert', '--strat', 'x/y', 'HEAD']],
    ['git', () => ['rebase', '-sx/y', 'HEAD']],
    ['git', () => ['merge', '-qs', 'x/y', 'HEAD']],
    ['git', () => ['pull', '--strategy=x/y', '.']],
    ['git', () => ['mv', '-f', 'a.txt', '.git/config']],
    ['git', ({ marker }) => ['apply', `--build-fake-ancestor=${marker}`, 'a.txt']],
    ['git', () => ['clone', '--recurse-submodules', '.', 'copy']],
    ['git', () => ['submodule', 'update', '--init']],
    ['git', ({ evil }) => ['ls-remote', `ext::${evil}`]],
    ['git', ({ evil }) => ['ls-remote', `--exec=${evil}`, '.']],
    ['git', ({ evil }) => ['fetch', `ext::${evil}`]],
    ['git', ({ evil }) => ['archive', `--remote=.`, `--exec=${evil}`, 'HEAD']],
    ['git', ({ evil }) => ['mergetool', `--tool=${evil}`]],
    ['git', ({ evil }) => ['send-email', `--sendmail-cmd=${evil}`, 'a.txt']],
    ['git', ({ evil }) => ['instaweb', `--httpd=${evil}`]],
    ['git', ({ evil }) => ['daemon', `--access-hook=${evil}`, '.']],
    ['git', ({ evil }) => ['web--browse', `--browser=${evil}`, 'x']],
    ['git', ({ evil }) => ['merge-index', evil, '-a']],
    ['git', ({ base }) => ['worktree', 'add', `${base}/tree`]],
    ['git', () => ['am', 'a.txt']],
    ['git', () => ['diff', '--ext', 'HEAD']],
    ['git', () => ['show', '--textc', 'HEAD']],
    ['git', () => ['--paginate', 'log']],
    ['git', () => ['--namespace=x', 'log']],
    ['find', ({ evil }) => ['.', '-exec', evil, ';']],
    ['find', ({ evil }) => ['.', '-execdir', evil, ';']],
    ['find', ({ evil }) => ['.', '-ok', evil, ';']],
    ['find', ({ evil }) => ['--', '.', '-exec', evil, '+']],
    ['find', ({ marker }) => ['.', '-fprint', marker]],
    ['find', ({ marker }) => ['.', '-fprintf', marker, 'x']],
    ['find', () => ['..', '-name', 'evil', '-delete']],
    ['tar', ({ evil }) => ['cf', '/dev/null', 'a.txt', '--checkpoint=1', `--checkpoint-action=exec=${evil}`]],
    ['tar', ({ evil }) => ['cf', '/dev/null', 'a.txt', `--use-compress-program=${evil}`]],
    ['tar', ({ evil }) => ['cIf', evil, 'x.tar', 'a.txt']],
    ['tar', ({ evil }) => ['-cf', 'x.tar', `-I${evil}`, 'a.txt']],
    ['tar', ({ evil }) => ['xf', 'x.tar', `--to-c=${evil}`]],
    ['tar', ({ evil }) => ['cf', 'x.tar', '-L1', `-F${evil}`, 'a.txt']],
    ['tar', ({ evil }) => ['xf', 'host:x.tar', `--rsh-command=${evil}`]],
    ['tar', () => ['xf', 'host:x.tar']],
    ['sort', ({ evil }) => ['-S', '1k', `--compress-program=${evil}`, 'a.txt']],
    ['sort', ({ evil }) => [`--compress-prog=${evil}`, 'a.txt']],
    ['split', ({ evil }) => [`--filter=${evil}`, 'a.txt']],
    ['sed', ({ evil }) => [`1e ${evil}`, 'a.txt']],
    ['sed', ({ evil }) => ['-n', `s#.*#${evil}#e`, 'a.txt']],
    ['sed', ({ marker }) => [`w ${marker}`, 'a.txt']],
    ['sed', ({ evil }) => ['-e', '--sandbox', '-e', `1e ${evil}`, 'a.txt']],
    ['echo', () => ['a\0b']],
    ['echo', () => ['\ud800']],
    ['echo', () => Array.from({ length: 20 }, () => 'x'.repeat(99_999))],
  ])('makes %s run another program', async (program, args) => {
    const place = lab()
    expect(await result(toolOf(place), { program, args: args(place) })).toMatch(/^program-refused: /)
    expect(existsSync(place.marker)).toBe(false)
    expect(existsSync(place.evil)).toBe(true)
  })

  it('in its sandbox makes sed run or write anything', async () => {
    const place = lab()
    const tool = toolOf(place)
    for (const script of [`1e ${place.evil}`, `s#.*#${place.evil}#e`, `w ${place.marker}`])
      expect(await result(tool, { program: 'sed', args: ['--sandbox', script, 'a.txt'] })).toContain(
        'disabled in sandbox mode',
      )
    expect(await result(tool, { program: 'sed', args: ['--sandbox', '-n', '2p', 'a.txt'] })).toBe(
      'Exit code 0.\nstdout:\ntwo',
    )
    expect(existsSync(place.marker)).toBe(false)
  })

  it('is too many or too long without being told', async () => {
    const tool = toolOf(lab())
    expect(tool.schema.safeParse({ program: 'echo', args: Array.from({ length: 1_001 }, () => 'x') }).success).toBe(
      false,
    )
    expect(tool.schema.safeParse({ program: 'echo', args: ['x'.repeat(100_001)] }).success).toBe(false)
    expect(await result(tool, { program: 'echo', args: ['é'.repeat(99_999)] })).toBe(
      'tool-failed: `echo` could not be started: E2BIG.',
    )
  })
})

describe('no environment', () => {
  it('is given by the model', () => {
    const tool = toolOf(lab())
    expect(tool.schema.safeParse({ program: 'ls', env: { LD_PRELOAD: 'x' } }).success).toBe(false)
    expect(tool.schema.safeParse({ program: 'ls', shell: true }).success).toBe(false)
  })

  it('is handed down', async () => {
    const place = lab()
    const given = {
      GIT_EXTERNAL_DIFF: place.evil,
      GIT_PAGER: place.evil,
      LD_PRELOAD: '/none.so',
      BASH_ENV: place.evil,
      HOME: place.base,
    }
    Object.assign(process.env, { ...given, HOME_BEFORE: process.env['HOME'] })
    const tool = toolOf(place, { programs: ['git', 'printenv'], env: {} })
    const said = await result(tool, { program: 'printenv' })
    process.env['HOME'] = process.env['HOME_BEFORE']
    for (const name of ['GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'LD_PRELOAD', 'BASH_ENV', 'HOME_BEFORE'])
      delete process.env[name]
    expect(said).not.toMatch(/^(GIT_|LD_|BASH_|HOME)/m)
  })
})

describe('no folder', { timeout: 30_000 }, () => {
  it.each([
    '..',
    '../',
    'sub/../..',
    '/',
    '/tmp',
    '~',
    'out',
    'out/deep',
    'sub/out',
    'circle',
    'a.txt',
    'none',
    '%2e%2e',
    'a\0',
    '..\\',
    'C:/',
    'file:///tmp',
  ])('outside is run in: %j', async (cwd) => {
    const place = lab()
    mkdirSync(join(place.work, 'sub'))
    mkdirSync(join(place.base, 'outside', 'deep'), { recursive: true })
    for (const link of ['out', 'sub/out']) symlinkSync(join(place.base, 'outside'), join(place.work, link))
    symlinkSync('circle', join(place.work, 'circle'))
    const said = await result(toolOf(place), { program: 'pwd', cwd })
    expect(said).toMatch(/^(path-refused|file-unreadable): /)
    expect(said).not.toContain(place.base)
  })
})
