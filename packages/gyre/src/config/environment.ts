/** The variables of the environment that Gyre knows. A variable that is empty is not set. */
import { type Issue, issuesError, issuesOf } from '@gyre/core'
import { z } from 'zod'
import { faultsOfSettings } from './config-issues.ts'
import { keyValueUrl } from './config-schema.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const logLevels = ['error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof logLevels)[number]

export type Variables = {
  readonly data: string | undefined
  readonly keyValueUrl: string | undefined
  readonly key: string | undefined
  readonly log: LogLevel | undefined
  /** Settings by key. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** Fails with `setting-invalid`, which names the variables. */
export function readVariables(env: Environment): Variables {
  const get = (name: string) => env[name]?.trim() || undefined
  const [model, url, log] = [get('GYRE_MODEL'), get('GYRE_KV_URL'), get('GYRE_LOG')]
  const settings = model === undefined ? {} : { default_model: model }
  const issues: readonly Issue[] = [
    ...faultsOfSettings(settings, []).map((issue) => ({ ...issue, path: ['GYRE_MODEL'] })),
    ...issuesOf(keyValueUrl.optional(), url, ['GYRE_KV_URL']),
    ...issuesOf(z.enum(logLevels).optional(), log, ['GYRE_LOG']),
  ]
  if (issues.length > 0) throw issuesError('setting-invalid', 'Environment', issues)
  return { data: get('GYRE_DATA'), keyValueUrl: url, key: get('GYRE_KEY'), log: log as LogLevel | undefined, settings }
}
