/** The right to begin the session of a thread: of two evals that want the same one, one begins it. */
import type { Runtime } from '@gyre/core'

/** How often one that waits looks whether it has been begun. */
export const claimLookMs = 50

/** Who was killed while it began a session keeps others from it no longer than this. To begin one takes some ms. */
export const claimMs = 10_000

/** Done by one at a time, of all processes over this store; undefined when another one is at it. */
export async function claimed<T>(
  { store }: Runtime,
  thread: string,
  act: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const key = `eval-begin:${thread}`
  if ((await store.keyValue.increment(key, 1, claimMs)) !== 1) return undefined
  try {
    return await act()
  } finally {
    await store.keyValue.delete(key)
  }
}
