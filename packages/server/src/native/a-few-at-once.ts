/** Many looks at the store for one request, a few of them at a time: others ask, too. */

const mostAtOnce = 8

/** What each comes to, in their order. */
export async function aFewAtOnce<T, R>(items: readonly T[], look: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  const left = items.entries()
  const lookOn = async () => {
    for (const [at, item] of left) results[at] = await look(item)
  }
  await Promise.all(Array.from({ length: mostAtOnce }, lookOn))
  return results
}
