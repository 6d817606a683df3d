/** What to write down so that a connection that was tried is there after the next start. */
import type { ShownProvider } from '../../api/models.ts'

export type Connection = {
  readonly provider: string
  readonly model: string
  readonly baseUrl: string
  readonly hasKey: boolean
}

export type KeepingLines = {
  /** The line of the environment; undefined where no key is needed. */
  readonly environment: string | undefined
  /** What comes into the config file; undefined for a provider that is known, at its own address. */
  readonly config: string | undefined
}

/** The key itself never stands in them: who writes them has it. */
export function keepingLines(connection: Connection, providers: readonly ShownProvider[]): KeepingLines {
  const { provider, baseUrl, hasKey } = connection
  const known = providers.find(({ name }) => name === provider)
  const variable = known?.keys[0] ?? variableOf(provider)
  const needsConfig = baseUrl !== '' && baseUrl !== known?.baseUrl
  return {
    environment: hasKey ? `${variable}=your-key` : undefined,
    config: needsConfig
      ? configOf(connection, hasKey && known?.keys[0] === undefined ? variable : undefined)
      : undefined,
  }
}

/** `my-host` has its key in `MY_HOST_API_KEY`. */
function variableOf(provider: string): string {
  return `${provider.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_API_KEY`
}

function configOf({ provider, baseUrl }: Connection, variable: string | undefined): string {
  const key = variable === undefined ? '' : `, apiKeyEnv: '${variable}'`
  return [
    'export default {',
    '  models: {',
    '    providers: {',
    `      '${provider}': { baseUrl: '${baseUrl}'${key} },`,
    '    },',
    '  },',
    '}',
  ].join('\n')
}
