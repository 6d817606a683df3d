/** The models of a config: by name, and as the settings they stand for. */
import { type ForeignModel, type Issue, type Model, type ModelInput, suggestion, type Tier, tiers } from '@gyre/core'
import { parseModelName, providers } from '@gyre/models'
import type { ModelsConfig } from './define-config.ts'

export type ModelObject = Model | ForeignModel

/** Every model that was given as an object, by the names it may be asked for. */
export function modelsByName({ default: first, tiers: set = {}, named = {} }: ModelsConfig): Map<string, ModelObject> {
  const objects = [...Object.values(named), first, ...Object.values(set)].filter((given) => typeof given === 'object')
  // A session that is found later knows the id of its model alone.
  return new Map([...objects.map((model) => [nameOf(model), model] as const), ...Object.entries(named)])
}

/** What the config says of models in the words of the settings, each with the path it is written at. */
export function modelSettings({ default: first, tiers: set = {}, prices, fallbacks, embedding }: ModelsConfig) {
  const settings = new Map<string, { readonly value: unknown; readonly path: readonly string[] }>()
  const add = (key: string, value: unknown, path: readonly string[]) => {
    if (value !== undefined) settings.set(key, { value, path: ['models', ...path] })
  }
  add('default_model', first && nameOf(first), ['default'])
  add('embedding_model', embedding && embedderName(embedding), ['embedding'])
  for (const tier of tiers) add(`tier.${tier}`, set[tier] && nameOf(set[tier]), ['tiers', tier])
  add('prices', prices, ['prices'])
  add('fallbacks', fallbacks, ['fallbacks'])
  return settings
}

/** Names of models that nothing goes by. */
export function modelIssues(models: ModelsConfig): readonly Issue[] {
  const { default: first, tiers: set = {}, fallbacks = {}, named = {} } = models
  const known = modelsByName(models)
  const ownProviders = Object.keys(models.providers ?? {})
  const check = (given: ModelInput | undefined, path: Issue['path'], mayBeTier: boolean): readonly Issue[] => {
    if (typeof given !== 'string' || known.has(given) || (mayBeTier && isTier(given))) return []
    const message = nameFault(given, ownProviders)
    return message === undefined ? [] : [{ path: ['models', ...path], message }]
  }
  return [
    ...Object.keys(named).flatMap(ownNameIssues),
    ...check(first, ['default'], true),
    ...embedderIssues(models.embedding, ownProviders),
    ...tiers.flatMap((tier) => check(set[tier], ['tiers', tier], false)),
    ...Object.entries(fallbacks).flatMap(([id, others]) =>
      others.flatMap((other, index) => check(other, ['fallbacks', id, index], true)),
    ),
  ]
}

/** What is wrong with the name of a model; undefined for a tier, a model object and a provider that is known. */
export function modelFault(
  name: string,
  { models, providers: own }: { readonly models: ReadonlyMap<string, ModelObject>; readonly providers: object },
): string | undefined {
  return isTier(name) || models.has(name) ? undefined : nameFault(name, Object.keys(own))
}

/** What is wrong with a name that is none of a model object's or a tier's. */
function nameFault(name: string, ownProviders: readonly string[]): string | undefined {
  const parsed = parseModelName(name)
  if (!parsed || /\s/.test(name))
    return `expected \`provider/model\`, such as openai/gpt-5, got ${JSON.stringify(name)}`
  const known = [...new Set([...ownProviders, ...providers.map((provider) => provider.name)])]
  if (known.includes(parsed.provider)) return undefined
  return `there is no provider \`${parsed.provider}\`; ${suggestion(parsed.provider, known)}`
}

function embedderIssues(given: ModelsConfig['embedding'], ownProviders: readonly string[]): readonly Issue[] {
  if (typeof given !== 'string' || given === lexicalEmbedder) return []
  const message = given.startsWith('lexical/')
    ? `the embedder without a service is ${lexicalEmbedder}, got ${JSON.stringify(given)}`
    : nameFault(given, ownProviders)
  return message === undefined ? [] : [{ path: ['models', 'embedding'], message }]
}

function ownNameIssues(name: string): readonly Issue[] {
  if (/^[^\s"'`]+$/.test(name) && !isTier(name)) return []
  const message = 'expected a name without spaces and quotes that is not the name of a tier'
  return [{ path: ['models', 'named', name], message }]
}

function isTier(name: string): name is Tier {
  return (tiers as readonly string[]).includes(name)
}

/** The embedder that needs no service. */
export const lexicalEmbedder = 'lexical/hashed'

/** What an embedder goes by; one of the AI SDK by the names it has there. */
export function embedderName(given: NonNullable<ModelsConfig['embedding']>): string {
  if (typeof given === 'string') return given
  return 'id' in given ? given.id : `${given.provider.split('.')[0]}/${given.modelId}`
}

/** What a model goes by; one of the AI SDK by the names it has there. */
function nameOf(model: ModelInput): string {
  if (typeof model === 'string') return model
  return 'id' in model ? model.id : `${model.provider.split('.')[0]}/${model.modelId}`
}
