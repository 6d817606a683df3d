/** Whether the provider of the model answers, accepts the key and has the model. One list is asked for, which is free. */
import { editDistance } from '@gyre/core'
import type { Environment } from '../io.ts'
import { type Finding, fault, note, ok } from './finding.ts'
import { ignoredProxy, networkTrouble } from './network-trouble.ts'
import { listedModels, type ProviderEndpoint } from './provider-endpoint.ts'

/** Who is in reach answers in less. */
const answerMs = 2000

export type ProviderFindingOptions = {
  readonly endpoint: ProviderEndpoint
  readonly env: Environment
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs?: number
}

export async function providerFindings(options: ProviderFindingOptions): Promise<readonly Finding[]> {
  const { endpoint, env, fetch, timeoutMs = answerMs } = options
  const { baseUrl, headers, query, variable = '' } = endpoint
  if (Object.values(headers).some((value) => !sendable.test(value))) {
    return [fault('provider', `The key in ${variable} has signs in it that no key has.`, `Set ${variable} anew.`)]
  }
  const proxy = ignoredProxy(env, baseUrl)
  const signal = AbortSignal.timeout(timeoutMs)
  const get = (path: string) => fetch(`${String(baseUrl).replace(/\/$/, '')}${path}`, { headers, signal })
  try {
    const response = await get(`/models${query}`)
    const reached = ok('network', `${baseUrl.host} answers`)
    const said = await answered(endpoint, response, get)
    return [proxy === undefined ? reached : passedOver(proxy, `${baseUrl.host} answers without it`), ...said]
  } catch (error) {
    return [unreached(error, baseUrl.host, proxy)]
  }
}

/** Others cannot be sent, and what is thrown then shows the key. */
const sendable = /^[\x20-\x7e]*$/

function unreached(error: unknown, host: string, proxy: string | undefined): Finding {
  const trouble = networkTrouble(error, host)
  const message = trouble?.message ?? `${host} cannot be asked.`
  if (proxy !== undefined) return fault('network', `${message} ${proxy} is set, and Node passes over it.`, useProxy)
  return fault('network', message, trouble?.fix ?? 'Check the address of the provider.')
}

const useProxy = 'Let Node use it: NODE_USE_ENV_PROXY=1'

function passedOver(variable: string, but: string): Finding {
  return note('network', `${variable} is set, and Node passes over it; ${but}.`, useProxy)
}

async function answered(
  endpoint: ProviderEndpoint,
  response: Response,
  get: (path: string) => Promise<Response>,
): Promise<readonly Finding[]> {
  const { status } = response
  if (response.ok) return modelFindings(endpoint, listedModels(await response.json().catch(() => undefined)), get)
  await response.body?.cancel()
  const refusal = refusals[status]?.(endpoint)
  // Not everybody who speaks this format has a list of models.
  return refusal ? [refusal] : [note('provider', `${endpoint.baseUrl.host} answers ${status}.`, whatItSays(status))]
}

const refusals: Readonly<Record<number, (endpoint: ProviderEndpoint) => Finding>> = {
  401: rejected,
  403: rejected,
  // Google says of a wrong key that the request is wrong.
  400: (endpoint) =>
    endpoint.provider === 'google' ? rejected(endpoint) : note('provider', 'It answers 400.', whatItSays(400)),
  429: ({ baseUrl }) =>
    note(
      'provider',
      `${baseUrl.host} answers 429: too many requests, or no credit is left.`,
      "Look at the account's limits and credit.",
    ),
}

function rejected({ baseUrl, provider, variable }: ProviderEndpoint): Finding {
  if (variable === undefined) {
    const fix = `Name the variable of its key in the config: models.providers.${provider}.apiKeyEnv`
    return fault('provider', `${baseUrl.host} wants a key, and none is sent.`, fix)
  }
  const fix = `Put a key of ${provider} that works into ${variable}.`
  return fault('provider', `${baseUrl.host} does not accept the key in ${variable}.`, fix)
}

function whatItSays(status: number): string {
  return status >= 500 ? 'Try again later: the trouble is theirs.' : 'Check the address of the provider.'
}

async function modelFindings(
  { provider, model, baseUrl, variable }: ProviderEndpoint,
  names: readonly string[] | undefined,
  get: (path: string) => Promise<Response>,
): Promise<readonly Finding[]> {
  const said = variable === undefined ? `${baseUrl.host} lets us in` : `the key in ${variable} is accepted`
  if (!names) return [note('provider', `${baseUrl.host} answers, and lists no models.`, 'Check its address.')]
  if (names.some((name) => name === model || name === `${model}:latest`)) return [ok('provider', said)]
  // Lists leave out other names of models; the model itself does not.
  const one = await get(`/models/${model.split('/').map(encodeURIComponent).join('/')}`)
  await one.body?.cancel()
  if (one.ok) return [ok('provider', said)]
  const near = nearestNames(model, names)
  const choice = near.length === 0 ? '' : `Nearest: ${near.map((name) => `${provider}/${name}`).join(', ')}. `
  return [ok('provider', said), missing(`${provider} has no model \`${model}\`.`, choice, one.status === 404)]
}

function missing(message: string, choice: string, isSure: boolean): Finding {
  const fix = `${choice}Set it: gyre settings set default_model NAME`
  return isSure ? fault('model name', message, fix) : note('model name', message.replace('has no', 'lists no'), fix)
}

const mostNames = 3

/** Those that begin the same first: `gpt-5` is nearer to `gpt-5-mini` than to `o5`. */
function nearestNames(model: string, names: readonly string[]): readonly string[] {
  const scored = names.map((name) => ({ name, away: editDistance(model, name) - 2 * sharedStart(model, name) }))
  return scored
    .toSorted((a, b) => a.away - b.away)
    .slice(0, mostNames)
    .map(({ name }) => name)
}

function sharedStart(a: string, b: string): number {
  let at = 0
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++
  return at
}
