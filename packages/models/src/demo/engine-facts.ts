/** What every model that decides by rules says of itself. */
import type { Model } from '@gyre/core'

export const engineFacts: Omit<Model, 'id' | 'stream'> = {
  contextWindow: 1_000_000,
  nativeTools: true,
  nativeOutput: true,
  price: { input: 0, output: 0 },
}
