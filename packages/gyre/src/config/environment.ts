/** The variables of the environment that Gyre knows. A variable that is empty is not set. */
import { type Issue, issuesError, issuesOf } from '@gyre/core'
import { z } from 'zod'
import { faultsOfSettings } from './config-issues.ts'
import { keyValueUrl } from './config-schema.ts'
import { databaseUrl } from './database-url.ts'
import { keyIssues, keysIn } from './key-variable.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const logLevels = ['error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof logLevels)[number]

export type Variables = {
  readonly data: string | undefined
  readonly keyValueUrl: string | undefined
  readonly databaseUrl: string | undefined
  readonly key: readonly string[] | undefined
  readonly log: LogLevel | undefined
  /** Settings by key. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** Variables that stand for a setting. */
const settingVariables = { GYRE_MODEL: 'default_model', GYRE_EMBEDDING_MODEL: 'embedding_model' } as const

/** Fails with `setting-invalid`, which names the variables. */
export function readVariables(env: Environment): Variables {
  const get = (name: string) => env[name]?.trim() || undefined
  const [url, database, log] = [get('GYRE_KV_URL'), get('GYRE_DATABASE_URL'), get('GYRE_LOG')]
  const key = get('GYRE_KEY')
  const given = Object.entries(settingVariables).map(([name, key]) => [name, key, get(name)] as const)
  const set = given.filter(([, , value]) => value !== undefined)
  const settings = Object.fromEntries(set.map(([, key, value]) => [key, value]))
  const issues: readonly Issue[] = [
    ...set.flatMap(([name, key, value]) =>
      faultsOfSettings({ [key]: value }, []).map((issue) => ({ ...issue, path: [name] })),
    ),
    ...issuesOf(keyValueUrl.optional(), url, ['GYRE_KV_URL']),
    ...issuesOf(databaseUrl.optional(), database, ['GYRE_DATABASE_URL']),
    ...(key === undefined ? [] : keyIssues(key)),
    ...issuesOf(z.enum(logLevels).optional(), log, ['GYRE_LOG']),
  ]
  if (issues.length > 0) throw issuesError('setting-invalid', 'Environment', issues)
  return {
    data: get('GYRE_DATA'),
    keyValueUrl: url,
    databaseUrl: database,
    key: key === undefined ? undefined : keysIn(key),
    log: log as LogLevel | undefined,
    settings,
  }
}
