/** Files that hold secrets: they are named, never opened. */
import { GyreError } from '@gyre/core'
import { plainName } from '../access/plain-name.ts'
import { shownPath } from '../access/shown-path.ts'
import { throughPattern } from './path-pattern.ts'

/** Patterns of names and paths at any depth; a folder covers what is in it; `!` takes back what an earlier one said. */
export const defaultSecretFiles: readonly string[] = [
  ...['.env', '.env.*', '*.env', '!.env.{example,sample,template,dist}', '.envrc'],
  ...['*.pem', '*.key', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.ppk', '*.kdbx', '*.asc', '*.gpg'],
  ...['id_{rsa,dsa,ecdsa,ed25519,ecdsa_sk,ed25519_sk}', '.ssh', '.gnupg', '.password-store'],
  ...['.git/**/config', '.git/**/config.worktree', '.git-credentials', '.gitconfig', '.hgrc', '.hg/hgrc'],
  ...['.netrc', '_netrc', '.npmrc', '.yarnrc.yml', '.pypirc', '.pgpass', '.my.cnf', '.htpasswd', '.vault-token'],
  ...['.aws', '.azure', '.config/gcloud', '.config/gh', '.kube', '.docker/config.json', '.cargo/credentials{,.toml}'],
  ...[
    '*.tfstate',
    '*.tfstate.backup',
    '*.tfvars',
    'credentials.json',
    'service-account*.json',
    'secrets.{json,yml,yaml,toml}',
  ],
]

/** Whether a path from the root is that of a secret file. */
export type SecretTest = (path: string) => boolean

export function secretTest(patterns: readonly string[]): SecretTest {
  const rules = patterns.map((pattern) => {
    const isTakenBack = pattern.startsWith('!')
    return { isSecret: !isTakenBack, fits: throughPattern(plainName(isTakenBack ? pattern.slice(1) : pattern)) }
  })
  return (path) => rules.findLast(({ fits }) => fits(plainName(path)))?.isSecret ?? false
}

export function secretRefused(path: string): GyreError {
  const shown = shownPath(path)
  const message = `\`${shown}\` is refused: a file of this name holds secrets. Go on without it, or ask the person for what you need of it.`
  return new GyreError('path-refused', message, { path: shown })
}
