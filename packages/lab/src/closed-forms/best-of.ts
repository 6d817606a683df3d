/** Several attempts of which the right one is recognised when it is there. */

/** pass@n: one of `n` attempts is right. A tree search with the reward of its world reaches at least this. */
export function passAt({ a, n }: { readonly a: number; readonly n: number }): number {
  return 1 - (1 - a) ** n
}
