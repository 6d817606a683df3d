import { describe, expect, it } from 'vitest'
import { secretsIn } from './secrets.ts'

const env = {
  TOKEN: 'ghp_abcdefghij0123456789',
  HOME: '/home/ada',
  USER: 'ada1815lovelace',
  MODE: 'production',
  COUNT: '300000',
  PWD: '/home/ada/work',
  SHORT: 'abc',
  NAME: 'x1y2z3w4v5',
  PHRASE: 'correcthorsebattery',
  APP_SECRET: 'sesame',
  PROJECT: '/srv/projects/gyre',
}

describe('secrets of a config', () => {
  it.each([
    ['a variable in an argument', { command: 'x', args: [`--token=\${TOKEN}`] }, [env.TOKEN]],
    ['a variable in an address', { url: `https://h/\${TOKEN}/mcp` }, [env.TOKEN]],
    [
      'a header, whole and without its first word',
      { url: 'https://h', headers: { Authorization: 'Bearer s3cr3t-s3cr3t' } },
      ['Bearer s3cr3t-s3cr3t', 's3cr3t-s3cr3t'],
    ],
    [
      'a header with a variable',
      { url: 'https://h', headers: { Authorization: `Bearer \${TOKEN}` } },
      [env.TOKEN, `Bearer ${env.TOKEN}`],
    ],
    [
      'a value of the environment',
      { command: 'x', env: { DB: 'postgres://u:pw123456@h/db' } },
      ['postgres://u:pw123456@h/db'],
    ],
    [
      'a word whose name says so',
      { command: 'x', env: { PASSWORD: 'correct horse' } },
      ['correct horse', 'horse'].slice(0, 1),
    ],
    ['letters and digits of any name', { command: 'x', env: { WHATEVER: `\${NAME}` } }, [env.NAME]],
    ['a word that is no word', { command: 'x', env: { WHATEVER: `\${PHRASE}` } }, [env.PHRASE]],
    [
      'words and numbers that fill in what is named so',
      { command: 'x', env: { DB_PASS: `\${MODE}`, PIN: `\${COUNT}` } },
      [env.MODE, env.COUNT],
    ],
    ['a word of a variable that is named so', { command: 'x', args: [`\${APP_SECRET}`] }, [env.APP_SECRET]],
    ['a number under such a name', { command: 'x', env: { CARD_PIN: '123456' } }, ['123456']],
    ['a default that could be a key', { command: 'x', args: [`\${NONE:-k3y-of-mine}`] }, ['k3y-of-mine']],
    [
      'one of a server that is disabled',
      { command: 'x', disabled: true, env: { KEY: 'k-1234567890' } },
      ['k-1234567890'],
    ],
  ])('are %s', (_, server, secrets) => {
    expect(secretsIn({ s: server }, env)).toEqual(secrets)
  })

  it.each(['DB_PASS', 'PGPASS', 'MYSQL_PWD', 'PIN', 'GITLAB_PAT', 'BASIC_AUTH', 'OTP', 'CREDS'])(
    'are words under the name %s',
    (name) => {
      expect(secretsIn({ s: { command: 'x', env: { [name]: 'sesame' } } }, env)).toEqual(['sesame'])
    },
  )

  it.each([
    ['what every program may know', { command: 'x', args: [`--user=\${USER}`] }],
    ['words', { command: 'x', env: { NODE_ENV: 'production', LEVEL: 'very-verbose', FROM: `\${NONE:-production}` } }],
    ['words under names that only hold such letters', { command: 'x', env: { BYPASS: 'always', PATTERN: 'simple' } }],
    [
      'folders, words and numbers that a variable fills in',
      { command: 'x', args: [`\${PROJECT}`, `\${MODE}`, `\${COUNT}`] },
    ],
    ['the working folder', { command: 'x', args: [`\${PWD}/notes`] }],
    ['numbers', { command: 'x', env: { PORT: '300000', LIMIT: '1.000.000' } }],
    ['paths', { command: 'x', args: [`\${HOME}/files`], env: { ROOT: '/srv/data', HERE: './files' } }],
    ['addresses', { command: 'x', env: { BASE: 'http://localhost:3000/api' } }],
    ['short texts', { command: 'x', env: { KEY: 'abc', TOKEN: `\${SHORT}` } }],
    ['arguments that are written out', { command: 'npx', args: ['-y', 'server-github-1234'] }],
  ])('are not %s', (_, server) => {
    expect(secretsIn({ s: server }, env)).toEqual([])
  })
})
