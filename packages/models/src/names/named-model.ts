/** A model by its name. All that can be wrong with the name is told before any work is done. */
import { GyreError, type Model, nearestNames, type Price, type Tier, tiers } from '@gyre/core'
import { lazyAiSdkModel } from '../ai-sdk/ai-sdk-model.ts'
import type { LearnedCapabilities } from '../ai-sdk/learned-capabilities.ts'
import { demoModel } from '../demo/demo-model.ts'
import { lazyValue } from '../lazy-value.ts'
import { contextWindowOf, priceOf } from '../prices.ts'
import { type ModelName, parseModelName } from './model-name.ts'
import { connectionTo, findProvider, type ProviderOptions } from './provider-connection.ts'
import { requirePackage } from './provider-package.ts'
import { type Provider, providers } from './providers.ts'

/** How providers are reached, and what prices and tiers are. */
export type NamedModelOptions = ProviderOptions & {
  /** USD for a million tokens by name; these win over the known ones. */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** What stands behind the names of tiers. */
  readonly tiers?: Readonly<Partial<Record<Tier, string>>> | undefined
  /** What a tier is that nobody set. */
  readonly defaultModel?: string | undefined
  readonly learned?: LearnedCapabilities | undefined
}

/**
 * A model by its name, `provider/model` or a tier. Fails before any call when the name, its package or its key is
 * missing.
 */
export function namedModel(name: string, options: NamedModelOptions = {}): Model {
  const { id, provider, model } = resolve(tierName(name, options), options)
  if (provider.name === 'demo') return demo(id, model)
  const connection = connectionTo(provider, id, options)
  const { load } = provider
  if (provider.package !== undefined) requirePackage(id, provider.package)
  if (!load) throw new GyreError('model-unknown', `\`${id}\`: the provider ${provider.name} has no models to call.`)
  return lazyAiSdkModel(
    id,
    lazyValue(() => load(connection, model)),
    {
      price: priceOf(id, options.prices) ?? (provider.isLocal ? { input: 0, output: 0 } : undefined),
      contextWindow: contextWindowOf(id),
      learned: options.learned,
    },
  )
}

function isTier(name: string): name is Tier {
  return (tiers as readonly string[]).includes(name)
}

/** What a tier stands for; any other name as it is. */
function tierName(name: string, { tiers: set = {}, defaultModel }: NamedModelOptions): string {
  if (!isTier(name)) return name
  const meant = set[name] ?? defaultModel
  if (meant === undefined)
    throw new GyreError('model-unknown', `No model is set for the tier \`${name}\`: set \`tiers.${name}\`.`, {
      tier: name,
    })
  if (isTier(meant))
    throw new GyreError('model-unknown', `The tier \`${name}\` is set to \`${meant}\`, a tier: set \`provider/model\`.`)
  return meant
}

type Resolved = { readonly id: string; readonly provider: Provider; readonly model: string }

function resolve(name: string, options: NamedModelOptions): Resolved {
  const parsed = parseModelName(name)
  if (!parsed) {
    const said = `\`${name}\` is no name of a model: \`provider/model\` or a tier (${tiers.join(', ')}) was expected.`
    throw new GyreError('model-unknown', said, { name })
  }
  const provider = providerNamed(parsed, options)
  return { id: `${parsed.provider}/${parsed.model}`, provider, model: parsed.model }
}

function providerNamed({ provider: name, model }: ModelName, options: NamedModelOptions): Provider {
  const provider = findProvider(name, options)
  if (provider) return provider
  const known = [...new Set([...providers.map((each) => each.name), ...Object.keys(options.providers ?? {})])]
  const [nearest] = nearestNames(name, known)
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}/${model}\`?`
  const said = `\`${name}/${model}\`: there is no provider \`${name}\`.${hint} Known are ${known.join(', ')}.`
  throw new GyreError('model-unknown', said, { name, known })
}

function demo(id: string, model: string): Model {
  if (model === 'rules') return demoModel
  throw new GyreError('model-unknown', `\`${id}\`: the demo has one model, \`demo/rules\`.`, { name: id })
}
