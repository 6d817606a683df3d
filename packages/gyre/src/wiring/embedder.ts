/** Who makes vectors of texts, by the settings and the config. */
import { type Embedder, GyreError, toGyreError } from '@gyre/core'
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { aiSdkEmbedder, namedEmbedder } from '@gyre/models'
import { embedderName, lexicalEmbedder } from '../config/config-models.ts'
import type { EffectiveConfig } from '../config/effective-config.ts'
import type { Environment } from '../config/environment.ts'

export type EmbedderOptions = {
  /** What is set; empty when nothing is. */
  readonly name: string
  readonly env: Environment
  readonly config: Pick<EffectiveConfig, 'embedder' | 'providers'>
  /** Told by services that count. */
  readonly onUsage?: ((usage: { readonly tokens: number }) => void) | undefined
}

/** A name that nothing goes by is told when vectors are needed: whoever mends the setting opens the place, too. */
export function embedderOf(options: EmbedderOptions): Embedder {
  try {
    return foundEmbedder(options)
  } catch (error) {
    return new AbsentEmbedder(options.name, ofEmbedder(toGyreError(error, 'model-failed')))
  }
}

/** What is wrong with a name; undefined for one that could be used, if not here and now for want of a key. */
export function embedderNameFault(name: string, config: EmbedderOptions['config']): string | undefined {
  const fault = embedderFault(embedderOf({ name, env: {}, config }))
  return fault?.code === 'embedder-unknown' ? fault.message : undefined
}

/** What is to be done is not the same as for a name of another model. */
function ofEmbedder(fault: GyreError): GyreError {
  return fault.code === 'model-unknown' ? new GyreError('embedder-unknown', fault.message, fault.details) : fault
}

function foundEmbedder({ name, env, config, onUsage }: EmbedderOptions): Embedder {
  const { embedder: given, providers } = config
  if (given && name === embedderName(given))
    return 'embed' in given ? given : aiSdkEmbedder(given as EmbeddingModel, { onUsage })
  if (name === '' || name === lexicalEmbedder) return hashedEmbedder()
  if (!name.startsWith('lexical/')) return namedEmbedder(name, { env, providers, onUsage })
  throw new GyreError(
    'embedder-unknown',
    `There is no embedder \`${name}\`; the one without a service is ${lexicalEmbedder}.`,
  )
}

type EmbeddingModel = Parameters<typeof aiSdkEmbedder>[0]

class AbsentEmbedder implements Embedder {
  readonly id: string
  readonly fault: GyreError

  constructor(id: string, fault: GyreError) {
    this.id = id
    this.fault = fault
  }

  embed(): Promise<never> {
    return Promise.reject(this.fault)
  }
}

/** Fails with why an embedder makes no vectors, before any work is done for nothing. */
export function requireEmbedder(embedder: Embedder): void {
  const fault = embedderFault(embedder)
  if (fault) throw fault
}

/** Why an embedder makes no vectors; undefined for one that can be asked. */
export function embedderFault(embedder: Embedder): GyreError | undefined {
  return embedder instanceof AbsentEmbedder ? embedder.fault : undefined
}
