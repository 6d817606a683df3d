/** Git: what it is run with. Its commands and options start editors, pagers, hooks, helpers and other programs. */
import { shownPath } from '../../files/access/shown-path.ts'
import { mergeMessages } from './merge-message.ts'
import { isOption } from './option-match.ts'

/**
 * Neither `config`, nor what runs commands (`bisect`, `submodule`, `difftool`, …), nor an alias, which may be any. Nor
 * `mv`: it moves a file to where the config of a repository is before it looks whether it may.
 */
const commands: ReadonlySet<string> = new Set(
  `add annotate apply blame branch cat-file check-attr check-ignore checkout cherry cherry-pick clean clone commit
  count-objects describe diff diff-files diff-index diff-tree fetch for-each-ref fsck grep init log ls-files ls-remote
  ls-tree merge merge-base name-rev pull push range-diff rebase reflog remote reset restore rev-list rev-parse revert
  rm shortlog show show-branch show-ref stash status switch tag version whatchanged`.split(/\s+/),
)

/** Before the command. */
const harmless: ReadonlySet<string> = new Set([
  '--version',
  '--no-pager',
  '--no-optional-locks',
  '--no-replace-objects',
  '--literal-pathspecs',
])

const options: readonly string[] = [
  ...['--upload-pack', '--receive-pack', '--exec', '--ext-diff', '--textconv', '--open-files-in-pager', '--output'],
  ...['--template', '--config', '--separate-git-dir', '--unsafe-paths', '--build-fake-ancestor'],
  // What another repository says about its parts is done.
  ...['--recurse-submodules', '--recursive', '--remote-submodules'],
]

/** One letter means one thing in one command. */
const lettersOf: Readonly<Record<string, readonly string[]>> = {
  clone: ['-c', '-u'],
  grep: ['-O'],
  rebase: ['-x'],
}

/** Their option `--strategy` names a program; of these Git runs its own. */
const merging: ReadonlySet<string> = new Set(['cherry-pick', 'merge', 'pull', 'rebase', 'revert'])
const strategies: ReadonlySet<string> = new Set(['ort', 'recursive', 'resolve', 'octopus', 'ours', 'subtree'])

/** The commands that have `-s` for it: in a bundle, but not behind a letter that takes the rest for its own value. */
const strategyLetter: ReadonlyMap<string, RegExp> = new Map([
  ['merge', /^-(?!-)[^sXSmF]*s(.*)$/s],
  ['pull', /^-(?!-)[^sXS]*s(.*)$/s],
  ['rebase', /^-(?!-)[^sXSC]*s(.*)$/s],
])

/** They take addresses, and `helper::address` is one. */
const fetching: ReadonlySet<string> = new Set(['clone', 'fetch', 'ls-remote', 'pull', 'push', 'remote'])

/** What is wrong with the arguments; undefined when nothing is known to be. */
export function gitFault(args: readonly string[]): string | undefined {
  const at = args.findIndex((argument) => !harmless.has(argument))
  const command = args[at]
  if (command === undefined) return undefined
  if (!commands.has(command)) {
    const what = command.startsWith('-')
      ? `the option \`${shownPath(command)}\` before a command`
      : `the command \`${shownPath(command)}\``
    return `${what} is not allowed. Commands: ${[...commands].join(', ')}; before them: ${[...harmless].join(', ')}`
  }
  const rest = args.slice(at + 1)
  const refused = [...options, ...(Object.hasOwn(lettersOf, command) ? (lettersOf[command] ?? []) : [])]
  const option = rest.find((argument) => refused.some((each) => isOption(argument, each)))
  if (option !== undefined) return `\`${shownPath(option)}\` can make it run other programs or write anywhere`
  const messages = command === 'merge' ? mergeMessages(rest) : new Set()
  const strategy = merging.has(command)
    ? rest.find((_, index) => !messages.has(index) && isOtherStrategy(command, rest, index))
    : undefined
  if (strategy !== undefined) {
    return `\`${shownPath(strategy)}\` must be followed by a strategy of Git: ${[...strategies].join(', ')}`
  }
  const address = fetching.has(command) ? rest.find((argument) => /^(--[\w-]+=)?[\w+.-]+::/.test(argument)) : undefined
  return address === undefined ? undefined : `\`${shownPath(address)}\` names a helper program to fetch with`
}

function isOtherStrategy(command: string, args: readonly string[], at: number): boolean {
  const argument = args[at] ?? ''
  const attached = strategyLetter.get(command)?.exec(argument)?.[1]
  if (attached === undefined && !isOption(argument, '--strategy')) return false
  const assigned = argument.startsWith('--') && argument.includes('=') ? argument.slice(argument.indexOf('=') + 1) : ''
  return !strategies.has(attached || assigned || (args[at + 1] ?? ''))
}

/** What goes before the config of a repository, which is a file like any other there. */
const config: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.editor': 'true',
  'core.pager': 'cat',
  'core.sshCommand': 'ssh',
  'core.askPass': 'true',
  'credential.helper': '',
  'gpg.program': 'false',
  'gpg.openpgp.program': 'false',
  'gpg.x509.program': 'false',
  'gpg.ssh.program': 'false',
  'gpg.ssh.defaultKeyCommand': 'false',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'commit.gpgSign': 'false',
  'tag.gpgSign': 'false',
  'protocol.ext.allow': 'never',
  'safe.bareRepository': 'explicit',
  'gc.autoDetach': 'false',
  'maintenance.autoDetach': 'false',
}

export const gitEnvironment: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_ASKPASS: 'true',
  GIT_SSH_COMMAND: 'ssh',
  GIT_PROXY_COMMAND: '',
  // A repository that is only another folder would run its own hooks when it is pushed to.
  GIT_ALLOW_PROTOCOL: 'git:http:https:ssh',
  GIT_CONFIG_COUNT: String(Object.keys(config).length),
  ...Object.fromEntries(
    Object.entries(config).flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
}
