/** The models of a place, for those who look at them over HTTP. They are the same for all owners. */
import { GyreError, type Model, type SettingValues, tiers } from '@gyre/core'
import { contextWindowOf, demoModel, knownPrices, parseModelName, plainModel, priceOf, providers } from '@gyre/models'
import type { LocalServer, ModelConnection, ModelDesk, ShownModel, ShownProvider } from '@gyre/server'
import type { Workplace } from '../wiring/workplace.ts'

/** A server on this machine answers in less, or not at all. */
const answerMs = 700

const mostLocalModels = 200

type Rooms = Pick<Workplace, 'models' | 'runtime' | 'config'>

export function modelDesk(rooms: Rooms, fetch: typeof globalThis.fetch = globalThis.fetch): ModelDesk {
  return {
    overview: async () => {
      const [{ name, why }, settings] = [await rooms.models.detect(), await rooms.runtime.settings.values()]
      const found = namesOf(rooms, settings, name)
      const models = [...found].map(([each, from]) =>
        shownModel(rooms, { name: each, from, settings, isDefault: each === name }),
      )
      return { default: { name, why }, models, providers: providersOf(rooms) }
    },
    local: () => Promise.all(localServers(rooms.config).map((server) => asked(server, fetch))),
    reached: async (connection) => reached(connection),
    heedSettings: async () => rooms.models.heed(await rooms.runtime.settings.values()),
  }
}

type From = ShownModel['from']

/** Every model that is named somewhere, those that are set first. */
function namesOf({ config }: Rooms, settings: SettingValues, standard: string): ReadonlyMap<string, From> {
  const set = [
    standard,
    ...tiers.map((tier) => settings[`tier.${tier}`]),
    ...Object.entries(settings.fallbacks).flat(2),
  ]
  const names = new Map<string, From>()
  const add = (name: string, from: From) => {
    if (parseModelName(name) && !names.has(name)) names.set(name, from)
  }
  for (const name of config.models.keys()) add(name, 'config')
  add(demoModel.id, 'built in')
  for (const name of set) add(name, 'settings')
  for (const name of Object.keys(settings.prices)) add(name, 'settings')
  for (const name of Object.keys(knownPrices())) add(name, 'known')
  return names
}

type Named = {
  readonly name: string
  readonly from: From
  readonly settings: SettingValues
  readonly isDefault: boolean
}

function shownModel({ models }: Rooms, { name, from, settings, isDefault }: Named): ShownModel {
  const { model, fault } = foundModel(() => models.find(name))
  return {
    name,
    provider: parseModelName(name)?.provider ?? name,
    isDefault,
    tiers: tiers.filter((tier) => settings[`tier.${tier}`] === name),
    price: model?.price ?? priceOf(name, settings.prices) ?? null,
    contextWindow: model?.contextWindow ?? contextWindowOf(name) ?? null,
    nativeTools: model?.nativeTools ?? null,
    nativeOutput: model?.nativeOutput ?? null,
    from,
    fault,
  }
}

function foundModel(find: () => Model): { readonly model?: Model; readonly fault: string | null } {
  try {
    return { model: find(), fault: null }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

function providersOf({ config: { providers: own }, models }: Rooms): readonly ShownProvider[] {
  const known = providers.map(({ name, keys, baseUrl, isLocal }): ShownProvider => {
    const given = own[name]
    const variables = given?.apiKeyEnv === undefined ? keys : [given.apiKeyEnv]
    const address = given?.baseUrl ?? baseUrl ?? null
    const from = given ? 'config' : 'built in'
    return {
      name,
      keys: variables,
      hasKey: models.hasKey(variables),
      baseUrl: address,
      isLocal: isLocal === true,
      from,
    }
  })
  const others = Object.entries(own).filter(([name]) => !known.some((each) => each.name === name))
  return [
    ...known,
    ...others.map(([name, { baseUrl, apiKeyEnv }]): ShownProvider => {
      const keys = apiKeyEnv === undefined ? [] : [apiKeyEnv]
      return { name, keys, hasKey: models.hasKey(keys), baseUrl, isLocal: false, from: 'config' }
    }),
  ]
}

type Address = Pick<LocalServer, 'provider' | 'baseUrl'>

function localServers({ providers: own }: Rooms['config']): readonly Address[] {
  return providers.flatMap(({ name, isLocal, baseUrl }) => {
    const address = own[name]?.baseUrl ?? baseUrl
    return isLocal && address !== undefined ? [{ provider: name, baseUrl: address }] : []
  })
}

async function asked(server: Address, fetch: typeof globalThis.fetch): Promise<LocalServer> {
  try {
    const response = await fetch(`${server.baseUrl}/models`, { signal: AbortSignal.timeout(answerMs) })
    if (!response.ok) throw new Error(`It answers ${response.status}.`)
    const body = (await response.json()) as { readonly data?: readonly { readonly id?: unknown }[] }
    const ids = (body.data ?? []).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    const models = ids.slice(0, mostLocalModels).map((id) => `${server.provider}/${id}`)
    return { ...server, isAnswering: true, models }
  } catch {
    // Nobody listens, or it is something else that does.
    return { ...server, isAnswering: false, models: [] }
  }
}

/** The variable that a tried key is handed over in: an environment of its own, with nothing else in it. */
const keyVariable = 'TRIED_KEY'

function reached({ provider, model, key, baseUrl }: ModelConnection): Model {
  const known = providers.find(({ name }) => name === provider)
  const variable = known?.keys[0] ?? keyVariable
  const env = key === undefined ? {} : { [variable]: key }
  const name = `${provider}/${model}`
  if (baseUrl === undefined) return plainModel(name, { env })
  if (provider === demoProvider) throw new GyreError('model-unknown', `\`${demoProvider}\` answers at no address.`)
  const endpoint = { baseUrl, ...(known === undefined && key !== undefined && { apiKeyEnv: keyVariable }) }
  return plainModel(name, { env, providers: { [provider]: endpoint } })
}

const demoProvider = 'demo'
