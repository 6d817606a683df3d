import { defaultServerOptions } from '@gyre/server'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readCommandLine } from '../../packages/gyre/src/cli/command-line.ts'
import { commandGroups } from '../../packages/gyre/src/cli/commands.ts'
import { readVariables } from '../../packages/gyre/src/config/environment.ts'
import { read } from './repository.ts'

type Service = {
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | null>>
  readonly ports?: readonly string[]
}

const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const commands = commandGroups.flatMap((group) => group.commands)

describe('the compose file', () => {
  it.each(['server', 'worker'])('runs a command that there is: %s', (name) => {
    const typed = services[name]?.command ?? []
    expect(readCommandLine(typed, commands)).toMatchObject({ command: { name: typed[0] } })
  })

  it('gives every process the same database and key, under names that are read', () => {
    const { server, worker } = services
    expect(server?.environment).toEqual(worker?.environment)
    const given = { ...server?.environment, GYRE_DATABASE_URL: 'postgres://a@b/c', GYRE_KEY: 'k' }
    const env = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value ?? undefined]))
    expect(readVariables(env)).toMatchObject({ databaseUrl: 'postgres://a@b/c', key: ['k'] })
  })

  it('publishes the port that the server listens on', () => {
    expect(services['server']?.ports).toEqual([`127.0.0.1:${defaultServerOptions.port}:${defaultServerOptions.port}`])
  })

  it.each(['deploy/compose.yaml', 'docs/scale.md'])(
    'has its first key made before it is up, by a command there is: %s',
    (path) => {
      const text = read(path)
      const typed = [...text.matchAll(/compose\.yaml run --rm server (.*)/g)].map(([, line = '']) => line.split(' '))
      expect(typed).toEqual([['keys', 'add', 'laptop']])
      for (const line of typed) expect(readCommandLine(line, commands)).toMatchObject({ command: { name: 'keys add' } })
      expect(text.indexOf('run --rm server keys add')).toBeLessThan(text.indexOf('compose.yaml up -d'))
    },
  )
})
