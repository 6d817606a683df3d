import { describe, expect, it } from 'vitest'
import { argumentFault } from './argument-check.ts'
import { isOption } from './option-match.ts'

describe('isOption', () => {
  it.each([
    ['--upload-pack', '--upload-pack', true],
    ['--upload-pack=sh', '--upload-pack', true],
    ['--upl', '--upload-pack', true],
    ['--upl=sh', '--upload-pack', true],
    ['--upload-packs', '--upload-pack', false],
    ['--', '--upload-pack', false],
    ['upload-pack', '--upload-pack', false],
    ['-I', '-I', true],
    ['-xIf', '-I', true],
    ['-Ish', '-I', true],
    ['-i', '-I', false],
    ['--In', '-I', false],
    ['-a=I', '-I', false],
    ['-', '-I', false],
    ['-exec', '-exec', true],
    ['-exec=x', '-exec', true],
    ['-execdir', '-exec', false],
    ['-e', '-exec', false],
  ])('%j is the option %j: %j', (argument, option, isIt) => {
    expect(isOption(argument, option)).toBe(isIt)
  })
})

describe('argumentFault', () => {
  const refused: Readonly<Record<string, readonly (readonly string[])[]>> = {
    find: [
      ['.', '-exec', 'id', ';'],
      ['.', '-execdir', 'id', ';'],
      ['-ok', 'x'],
      ['-okdir', 'x'],
      ['-delete'],
      ['--', '-exec'],
      ['-fprintf', 'x', 'y'],
      ['-fls', 'x'],
    ],
    tar: [
      ['cf', 'a', '--checkpoint-action=exec=id'],
      ['--checkpoint-act=exec=id'],
      ['xf', 'a', '--to-command=id'],
      ['-xIid', '-f', 'a'],
      ['xIf', 'id', 'a'],
      ['Fxf', 'id', 'a'],
      ['--use-compress-program=id'],
      ['--use=id'],
      ['-T', 'list'],
      ['xf', 'host:a.tar'],
      ['-xfhost:a.tar'],
      ['--file=me@host:a.tar'],
    ],
    sed: [['1e id', 'f'], ['-n', 's/a/id/e', 'f'], ['-e', '--sandbox', '1e id'], [], ['w out']],
    sort: [['--compress-program=id'], ['--compress-prog', 'id'], ['--', '--compress-program=id']],
    split: [['--filter=id'], ['--fil=id']],
    rg: [['--pre', 'id', 'x'], ['--pre=id', 'x'], ['--hostname-bin=id']],
    fd: [
      ['-x', 'id'],
      ['-X', 'id'],
      ['--exec', 'id'],
      ['--exec-batch', 'id'],
      ['-Hx', 'id'],
    ],
    zip: [
      ['-T', '-TT', 'id'],
      ['-rT', 'a.zip'],
    ],
    curl: [['-K', 'file'], ['-sKfile'], ['--config', 'file'], ['--engine', 'x']],
    wget: [['-e', 'use_askpass=id'], ['--execute=x'], ['--use-askpass=id']],
    convert: [
      ['|id', 'a.png'],
      ['png:|id', 'a.png'],
      ['msl:x', 'a.png'],
      ['EPHEMERAL:x', 'a.png'],
    ],
    pdflatex: [
      ['-shell-escape', 'x'],
      ['--shell-escape', 'x'],
    ],
    git: [
      ['-c', 'core.pager=id', 'log'],
      ['--no-pager', '-c', 'x=y', 'log'],
      ['--exec-path=/tmp', 'log'],
      ['-C', '..', 'log'],
      ['--git-dir=x', 'log'],
      ['--config-env=core.pager=X', 'log'],
      ['-p', 'log'],
      ['config', 'core.pager', 'id'],
      ['bisect', 'run', 'id'],
      ['submodule', 'foreach', 'id'],
      ['difftool', '-x', 'id'],
      ['my-alias'],
      ['clone', '-c', 'core.sshCommand=id', 'x'],
      ['clone', '-qccore.sshCommand=id', 'x'],
      ['clone', '-u', 'id', 'x'],
      ['clone', '--upload-pack=id', 'x'],
      ['clone', '--upl=id', 'x'],
      ['clone', '--config', 'x=y', 'z'],
      ['clone', '--template=x', 'y'],
      ['clone', 'ext::sh -c id'],
      ['fetch', '--upload-pack', 'id'],
      ['fetch', '--', 'ext::sh -c id'],
      ['remote', 'add', 'x', 'fd::17'],
      ['push', '--receive-pack=id'],
      ['push', '--exec=id'],
      ['ls-remote', '--exec=id', 'x'],
      ['grep', '-Oid', 'x'],
      ['grep', '-nO', 'x'],
      ['grep', '--open-files-in-pager=id', 'x'],
      ['diff', '--ext-diff'],
      ['log', '--output=x'],
      ['log', '--out=x'],
      ['show', '--textconv'],
      ['rebase', '-x', 'id'],
      ['rebase', '--exec', 'id'],
      ['rebase', '-ix', 'id'],
      ['cherry-pick', '--strategy=x/y', 'HEAD'],
      ['cherry-pick', '--strategy', 'x/y', 'HEAD'],
      ['cherry-pick', '--strat=x/y', 'HEAD'],
      ['cherry-pick', '--strategy'],
      ['cherry-pick', '--strategy='],
      ['cherry-pick', '--strategy=ours', '--strategy=x/y'],
      ['cherry-pick', '--strategy=ours=x'],
      ['revert', '--strategy=x/y', 'HEAD'],
      ['rebase', '--strategy=x/y', 'main'],
      ['rebase', '-s', 'x/y', 'main'],
      ['rebase', '-sx/y', 'main'],
      ['rebase', '-ms', 'x/y', 'main'],
      ['rebase', '-s=ours', 'main'],
      ['merge', '-qs', 'x/y', 'main'],
      ['merge', '-s', 'ours', '-s', 'x/y', 'main'],
      ['merge', '--strategy=../x', 'main'],
      ['pull', '-s', 'x/y'],
      ['pull', '--st', 'x/y'],
      ['mv', 'a', '.git/config'],
      ['apply', '--build-fake-ancestor=x', 'y'],
      ['clone', '--recurse-submodules', 'https://example.com/x.git'],
      ['clone', '--recursive', 'https://example.com/x.git'],
      ['pull', '--recurse-submodules'],
      ['init', '--template=x'],
      ['init', '--separate-git-dir=/x'],
      ['apply', '--unsafe-paths', 'x'],
      ['help', '-w', 'x'],
      ['constructor'],
    ],
  }
  it.each(Object.entries(refused).flatMap(([program, all]) => all.map((args) => [program, args] as const)))(
    'refuses %s with %j',
    (program, args) => {
      expect(argumentFault([program], args)).toEqual(expect.any(String))
    },
  )

  const taken: Readonly<Record<string, readonly (readonly string[])[]>> = {
    ls: [['-la', '--color=always', '/']],
    constructor: [['--anything']],
    find: [['.', '-name', '*.ts', '-not', '-path', './x/*', '-print0']],
    tar: [
      ['czf', 'a.tgz', '.'],
      ['-xzf', 'a.tgz', '-C', 'out'],
      ['--list', '--file=a.tar'],
    ],
    sed: [['--sandbox', 's/a/b/', 'f']],
    sort: [['-u', '-k2,2n', 'f'], ['--check']],
    rg: [
      ['-n', 'pattern', 'src'],
      ['--pretty', 'x'],
    ],
    curl: [['-sS', 'https://example.com']],
    convert: [['a.png', '-resize', '50%', 'b.jpg']],
    git: [
      [],
      ['--version'],
      ['status', '--short'],
      ['log', '--oneline', '-5'],
      ['--no-pager', 'log', '-p'],
      ['diff', '--no-ext-diff', 'HEAD~1'],
      ['commit', '-c', 'HEAD', '-m', 'x'],
      ['grep', '-n', 'std::vector'],
      ['log', '-S', 'std::string'],
      ['rev-parse', '--git-dir'],
      ['clone', '--depth', '1', 'https://example.com/x.git'],
      ['push', '-u', 'origin', 'main'],
      ['rebase', 'main'],
      ['rebase', '-s', 'ours', 'main'],
      ['rebase', '-Xtheirs', '--strategy-option=ours', 'main'],
      ['merge', '-sours', '--no-ff', 'main'],
      ['merge', '-m', 'yes', '--squash', 'main'],
      ['pull', '--strategy=recursive', '--stat'],
      ['cherry-pick', '-s', 'HEAD'],
      ['cherry-pick', '--strategy', 'ort', '-Xours', 'HEAD'],
      ['status', '-s'],
    ],
  }
  it.each(Object.entries(taken).flatMap(([program, all]) => all.map((args) => [program, args] as const)))(
    'takes %s with %j',
    (program, args) => {
      expect(argumentFault([program], args)).toBeUndefined()
    },
  )

  it('says what is wrong and what is right', () => {
    expect(argumentFault(['sed'], ['s/a/b/'])).toBe('its first argument must be `--sandbox`')
    expect(argumentFault(['git'], ['config', 'x'])).toMatch(
      /^the command `config` is not allowed\. Commands: add, .*; before them: --version, /,
    )
    expect(argumentFault(['git'], ['-c', 'x=y'])).toMatch(/^the option `-c` before a command is not allowed\./)
    expect(argumentFault(['git'], ['revert', '--strategy=x/y'])).toBe(
      '`--strategy=x/y` must be followed by a strategy of Git: ort, recursive, resolve, octopus, ours, subtree',
    )
    expect(argumentFault(['find'], ['-exec', 'id'])).toBe(
      '`-exec` can make it run other programs or take its options from a file',
    )
  })
})
