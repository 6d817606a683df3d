/** The passages that a research took, in the order in which it took them. */
import type { ResearchDetails } from '@gyre/core'

export type TakenPassage = { readonly id: string; readonly text: string }

export function takenPassages({ state }: Pick<ResearchDetails, 'state'>): readonly TakenPassage[] {
  const { chunks } = state as unknown as { readonly chunks: readonly TakenPassage[] }
  return chunks
}
