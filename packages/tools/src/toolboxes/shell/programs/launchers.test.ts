import { describe, expect, it } from 'vitest'
import { familyOf, launcherReason } from './launchers.ts'

describe('launcherReason', () => {
  it.each([
    ...['sh', 'bash', 'zsh', 'busybox', 'pwsh', 'cmd.exe'],
    ...['env', 'xargs', 'sudo', 'nohup', 'nice', 'timeout', 'time', 'setsid', 'watch', 'flock', 'linux64', 'ld.so'],
    ...[
      'node',
      'nodejs',
      'python3',
      'python3.11',
      'PYTHON.EXE',
      'perl5.36.0',
      'ruby2.7',
      'lua5.4',
      'php8.2',
      'awk',
      'mawk',
    ],
    ...['npm', 'npx', 'pnpm', 'yarn', 'pip3', 'make', 'cargo', 'go', 'pytest', 'eslint', 'apt-get'],
    ...[
      'gcc-12',
      'clang++',
      'ssh',
      'scp',
      'rsync',
      'nc.openbsd',
      'docker',
      'docker-compose',
      'kubectl',
      'vim.basic',
      'less',
    ],
    ...['git-shell', 'git-lfs', 'sqlite3', 'ld-linux-x86-64.so.2', 'systemd-run', 'perl5.36-x86_64-linux-gnu'],
  ])('knows that %s runs others', (name) => {
    expect(launcherReason(name)).toMatch(/^(runs|is a part of Git) /)
  })

  it.each([
    'ls',
    'cat',
    'git',
    'grep',
    'rg',
    'find',
    'sed',
    'sort',
    'tar',
    'base64',
    'bzip2',
    'lsof',
    'envsubst',
    'jq',
    'wc',
    'shuf',
  ])('takes %s for an ordinary program', (name) => {
    expect(launcherReason(name)).toBeUndefined()
  })
})

it('familyOf tells the names a program is known under', () => {
  expect(familyOf('Python3.11.exe')).toEqual(['python3.11', 'python', 'python3'])
  expect(familyOf('nc.openbsd')).toEqual(['nc.openbsd', 'nc'])
  expect(familyOf('ls')).toEqual(['ls'])
})
