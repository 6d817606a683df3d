/** Something that is made with its first use. */

/** One and the same for all callers. What failed is not kept: the next caller tries again. */
export function lazyValue<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
