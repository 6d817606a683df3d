/** Which provider a name means, and what it is reached with. */
import { GyreError } from '@gyre/core'
import { type Connection, type Endpoint, type Provider, providerAt, providers } from './providers.ts'

export type ProviderOptions = {
  /** The environment, for keys. When absent, the packages of the providers look for them when they are called. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Endpoints that speak OpenAI's format, and other addresses of known providers, by name. */
  readonly providers?: Readonly<Record<string, Endpoint>> | undefined
}

/** An endpoint of the settings wins over the known provider of its name. */
export function findProvider(name: string, { providers: set = {} }: ProviderOptions): Provider | undefined {
  const endpoint = Object.hasOwn(set, name) ? set[name] : undefined
  return endpoint ? providerAt(name, endpoint) : providers.find((known) => known.name === name)
}

/** Fails when a key is needed that the environment does not have. */
export function connectionTo({ name, keys, baseUrl }: Provider, id: string, { env }: ProviderOptions): Connection {
  const apiKey = keys.map((key) => env?.[key]?.trim()).find((key) => key !== undefined && key !== '')
  if (env && keys.length > 0 && apiKey === undefined)
    throw new GyreError('model-auth', `\`${id}\` needs a key in ${keys.join(' or ')}.`, { variables: keys })
  return { name, ...(apiKey !== undefined && { apiKey }), ...(baseUrl !== undefined && { baseUrl }) }
}
