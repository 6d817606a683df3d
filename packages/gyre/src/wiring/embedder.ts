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
}

/** A name that nothing goes by is told when vectors are needed: whoever mends the setting opens the place, too. */
export function embedderOf(options: EmbedderOptions): Embedder {
  try {
    return foundEmbedder(options)
  } catch (error) {
    return new AbsentEmbedder(options.name, toGyreError(error, 'model-unknown'))
  }
}

function foundEmbedder({ name, env, config: { embedder: given, providers } }: EmbedderOptions): Embedder {
  if (given && name === embedderName(given)) return 'embed' in given ? given : aiSdkEmbedder(given as EmbeddingModel)
  if (name === '' || name === lexicalEmbedder) return hashedEmbedder()
  if (!name.startsWith('lexical/')) return namedEmbedder(name, { env, providers })
  throw new GyreError(
    'model-unknown',
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

/** Why an embedder makes no vectors; undefined for one that can be asked. */
export function embedderFault(embedder: Embedder): GyreError | undefined {
  return embedder instanceof AbsentEmbedder ? embedder.fault : undefined
}
