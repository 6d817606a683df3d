import { describe, expect, it } from 'vitest'
import { defaultSecretFiles, secretTest } from './secret-files.ts'

const isSecret = secretTest(defaultSecretFiles)

describe('the files that hold secrets', () => {
  it.each([
    '.env',
    'app/.env',
    '.env.production',
    'prod.env',
    '.ENV',
    '.e\u200bnv',
    '．env',
    'server.pem',
    'tls/Server.PEM',
    'id_rsa',
    'keys/id_ed25519',
    '.ssh/config',
    '.git/config',
    'vendor/lib/.git/config',
    '.git/modules/lib/config',
    '.GIT/config',
    '.npmrc',
    '.aws/credentials',
    '.docker/config.json',
    '.cargo/credentials',
    '.cargo/credentials.toml',
    'terraform.tfstate',
    'secrets.yaml',
  ])('include %j', (path) => {
    expect(isSecret(path)).toBe(true)
  })

  it.each(['.env.example', 'app/.env.sample', 'env.ts', 'id_rsa.pub', '.gitignore', '.git/HEAD', 'config', 'keys.ts'])(
    'do not include %j',
    (path) => {
      expect(isSecret(path)).toBe(false)
    },
  )

  it('are those of the last pattern that fits', () => {
    const own = secretTest(['private', '!private/readme.md', '*.secret'])
    expect(['private/a', 'private/readme.md', 'x.secret', '.env'].map(own)).toEqual([true, false, true, false])
  })
})
