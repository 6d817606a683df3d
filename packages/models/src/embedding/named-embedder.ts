/** An embedder by the name of its model. All that can be wrong with the name is told before any work is done. */
import { type Embedder, GyreError, nearestNames } from '@gyre/core'
import { lazyValue } from '../lazy-value.ts'
import { parseModelName } from '../names/model-name.ts'
import { connectionTo, findProvider, type ProviderOptions } from '../names/provider-connection.ts'
import { requirePackage } from '../names/provider-package.ts'
import { type Provider, providerAt, providers } from '../names/providers.ts'
import { type EmbedderOptions, lazyAiSdkEmbedder } from './ai-sdk-embedder.ts'
import { embeddingLoader, type LoadEmbeddingModel } from './embedding-packages.ts'

/** How providers are reached, and how calls are made. */
export type NamedEmbedderOptions = ProviderOptions & EmbedderOptions

/**
 * An embedder by the name of its model, `openai/text-embedding-3-small`. Fails with `model-unknown` or `model-auth`
 * before any call.
 */
export function namedEmbedder(name: string, options: NamedEmbedderOptions = {}): Embedder {
  const parsed = parseModelName(name)
  if (!parsed) {
    const said = `\`${name}\` is no name of an embedding model: \`provider/model\` was expected`
    throw new GyreError('model-unknown', `${said}, such as \`openai/text-embedding-3-small\`.`, { name })
  }
  const id = `${parsed.provider}/${parsed.model}`
  const { provider, load } = embeddingProvider(id, parsed.provider, options)
  const connection = connectionTo(provider, id, options)
  if (provider.package !== undefined) requirePackage(id, provider.package)
  return lazyAiSdkEmbedder(
    id,
    lazyValue(() => load(connection, parsed.model)),
    options,
  )
}

type EmbeddingProvider = { readonly provider: Provider; readonly load: LoadEmbeddingModel }

function embeddingProvider(id: string, name: string, options: NamedEmbedderOptions): EmbeddingProvider {
  const provider = findProvider(name, options)
  const load = embeddingLoader(provider?.package)
  if (provider && load) return { provider, load }
  const all = [...providers, ...Object.entries(options.providers ?? {}).map(([other, at]) => providerAt(other, at))]
  const known = [...new Set(all.filter((each) => embeddingLoader(each.package)).map((each) => each.name))]
  const [nearest] = provider ? [] : nearestNames(name, known)
  const what = provider ? `the provider ${name} has no embedding models` : `there is no provider \`${name}\``
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`
  const message = `\`${id}\`: ${what}.${hint} Those with embedding models are ${known.join(', ')}.`
  throw new GyreError('model-unknown', message, { name: id, known })
}
