import { chmodSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fitSchema, type ToolContext, type ToolOutput } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { type ShellOptions, shellToolbox } from './shell-toolbox.ts'

function lab(options: Partial<ShellOptions> = {}, signal = new AbortController().signal) {
  const cwd = temporaryFolder()
  const { tools } = shellToolbox({
    programs: ['ls', 'cat', 'echo', 'pwd', 'printenv', 'sleep', 'yes'],
    cwd,
    ...options,
  })
  const call = async (input: object): Promise<ToolOutput> => {
    const fitted = fitSchema(tools[0]!.schema, input)
    if (!fitted.ok) throw new Error(fitted.faults.join('; '))
    return (await tools[0]!.run(fitted.value, { signal } as ToolContext)) as ToolOutput
  }
  return { cwd: realpathSync(cwd), tool: tools[0]!, call, text: async (input: object) => (await call(input)).text }
}

const script = { name: 'sh', anyArgs: true } as const

describe('the shell toolbox', () => {
  it('has one tool that a person is asked about each time', () => {
    const { tool } = lab()
    expect(tool).toMatchObject({
      name: 'shell.run',
      effect: 'once',
      approval: 'always',
      permissions: ['process'],
      trusted: false,
    })
    expect(tool.description).toContain('Programs: ls, cat, echo, pwd, printenv, sleep, yes.')
    expect(lab({ approval: 'first-use' }).tool.approval).toBe('first-use')
  })

  it('leaves a program more time to be ended than it has to run', () => {
    expect(lab({ timeoutMs: 5_000 }).tool.timeoutMs).toBe(15_000)
  })

  it.each<[string, Partial<ShellOptions>, string]>([
    ['no programs', { programs: [] }, '`programs` must name at least one program'],
    ['a program twice', { programs: ['ls', 'ls'] }, 'and each of them once'],
    ['a program that is not there', { programs: ['no-such-program'] }, '`no-such-program` is in none of the folders'],
    ['a path', { programs: ['/bin/ls'] }, '`/bin/ls` is not the name of a program'],
    ['a command line', { programs: ['ls -la'] }, '`ls -la` is not the name of a program'],
    ['an option', { programs: ['-rf'] }, '`-rf` is not the name of a program'],
    ['dots', { programs: ['..'] }, '`..` is not the name of a program'],
    ['no folder', { cwd: '/no/such/folder' }, '`/no/such/folder` is not a folder that is there.'],
    ['no time', { timeoutMs: 0 }, '`timeoutMs` must be a whole number from 1'],
    ['too much time', { timeoutMs: 2 ** 31 }, '`timeoutMs` must be a whole number from 1'],
    ['no output', { maxOutputBytes: Number.NaN }, '`maxOutputBytes` must be a whole number from 1'],
  ])('is not made with %s', (_what, options, why) => {
    expect(() => lab(options)).toThrow(why)
  })
})

describe('shell.run', () => {
  it('tells the exit code and what was written', async () => {
    const { call } = lab({ programs: [script] })
    expect(await call({ program: 'sh', args: ['-c', 'echo out; echo err >&2; exit 3'] })).toEqual({
      text: 'Exit code 3.\nstdout:\nout\nstderr:\nerr',
      data: { exitCode: 3, signal: null },
      untrusted: { from: 'shell.run sh' },
    })
    expect((await call({ program: 'sh', args: ['-c', 'kill -9 $$'] })).text).toBe(
      'Ended by the signal SIGKILL.\nIt wrote nothing.',
    )
  })

  it('hands arguments over as they are', async () => {
    const { text } = lab()
    expect(await text({ program: 'echo', args: ['a  b', '$HOME', '*', '"', "'", '', 'é'] })).toBe(
      'Exit code 0.\nstdout:\na  b $HOME * " \'  é',
    )
  })

  it('runs in its folder, or in one inside of it', async () => {
    const { cwd, text } = lab()
    mkdirSync(join(cwd, 'sub'))
    symlinkSync('sub', join(cwd, 'link'))
    expect(await text({ program: 'pwd' })).toBe(`Exit code 0.\nstdout:\n${cwd}`)
    for (const folder of ['sub', 'link'])
      expect(await text({ program: 'pwd', cwd: folder })).toBe(`Exit code 0.\nstdout:\n${cwd}/sub`)
  })

  it('gives a program what it is to read, or nothing', async () => {
    const { text } = lab()
    expect(await text({ program: 'cat', stdin: 'one\ntwo' })).toBe('Exit code 0.\nstdout:\none\ntwo')
    expect(await text({ program: 'cat' })).toBe('Exit code 0.\nIt wrote nothing.')
    expect(await text({ program: 'echo', args: ['x'], stdin: 'unread'.repeat(100_000) })).toBe(
      'Exit code 0.\nstdout:\nx',
    )
  })

  it('gives a program a clean environment', async () => {
    process.env['GYRE_TEST_SECRET'] = 'secret'
    const lines = (await lab({ env: { GREETING: 'hello' } }).text({ program: 'printenv' })).split('\n').slice(2)
    delete process.env['GYRE_TEST_SECRET']
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(['GREETING', 'GYRE_RUN', 'LANG', 'PATH'])
    expect(lines).toContain('GREETING=hello')
    expect(lines).toContain('LANG=C.UTF-8')
  })

  it('finds programs in the folders of the PATH it is given', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'hello'), '#!/bin/sh\necho hello\n', { mode: 0o755 })
    writeFileSync(join(folder, 'closed'), '#!/bin/sh\n', { mode: 0o644 })
    const env = { PATH: `${folder}:/bin` }
    expect(await lab({ programs: ['hello'], env }).text({ program: 'hello' })).toBe('Exit code 0.\nstdout:\nhello')
    expect(() => lab({ programs: ['closed'], env })).toThrow('`closed` is in none of the folders')
  })

  it('shows the beginning and the end of a long output', async () => {
    const { text } = lab({ programs: [script], maxOutputBytes: 20 })
    expect(await text({ program: 'sh', args: ['-c', 'echo beginning; echo middle; echo the end'] })).toBe(
      'Exit code 0.\nstdout:\nbeginning\n\n[… 5 of 25 bytes are left out …]\ne\nthe end',
    )
  })

  it('takes arguments that fit a pattern, and none that are denied', async () => {
    const { text } = lab({
      programs: [
        { name: 'echo', args: ['a*', '--ok', '!*secret*'] },
        { name: 'cat', args: ['!*.env'] },
      ],
    })
    expect(await text({ program: 'echo', args: ['ab', '--ok'] })).toContain('ab --ok')
    await expect(text({ program: 'echo', args: ['b'] })).rejects.toThrow(
      '`b` is not allowed. Patterns: a* --ok !*secret*.',
    )
    await expect(text({ program: 'echo', args: ['a-secret'] })).rejects.toThrow('`a-secret` is not allowed.')
    await expect(text({ program: 'cat', args: ['x/.env'] })).rejects.toThrow('`x/.env` is not allowed.')
    expect(await text({ program: 'cat', args: ['/dev/null'] })).toContain('Exit code 0.')
  })

  it('keeps to the patterns of a program that may run others', async () => {
    const { text } = lab({ programs: [{ name: 'sh', anyArgs: true, args: ['-c', 'echo *'] }] })
    expect(await text({ program: 'sh', args: ['-c', 'echo hi'] })).toContain('hi')
    await expect(text({ program: 'sh', args: ['-c', 'rm x'] })).rejects.toThrow('`rm x` is not allowed.')
  })

  it('says which programs there are', async () => {
    const { tool, call } = lab()
    await expect(call({ program: 'lss' })).rejects.toThrow(/program/)
    const raw = (program: string) =>
      tool.run({ program, args: [], cwd: '.' }, { signal: new AbortController().signal } as ToolContext)
    await expect(raw('lss')).rejects.toMatchObject({
      code: 'program-refused',
      message: '`lss` is not one of the allowed programs: did you mean `ls`?',
    })
  })

  it('says that a program cannot be started, without saying where it is', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'broken'), '#!/no/such/interpreter\n', { mode: 0o755 })
    const { text } = lab({ programs: ['broken'], env: { PATH: folder } })
    await expect(text({ program: 'broken' })).rejects.toMatchObject({
      code: 'tool-failed',
      message: '`broken` could not be started: ENOENT.',
    })
    chmodSync(join(folder, 'broken'), 0o644)
    await expect(text({ program: 'broken' })).rejects.toThrow('`broken` could not be started: EACCES.')
  })

  it('works with Git', async () => {
    const env = {
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@b.c',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@b.c',
    }
    const { cwd, text } = lab({ programs: ['git'], env })
    const git = (...args: readonly string[]) => text({ program: 'git', args })
    await git('init', '-q')
    writeFileSync(join(cwd, 'a.txt'), 'a\n')
    await git('add', '.')
    expect(await git('commit', '-q', '-m', 'First')).toBe('Exit code 0.\nIt wrote nothing.')
    expect(await git('log', '--format=%s %an')).toBe('Exit code 0.\nstdout:\nFirst A')
    expect(readFileSync(join(cwd, '.git', 'HEAD'), 'utf8')).toMatch(/^ref: /)
  })
})
