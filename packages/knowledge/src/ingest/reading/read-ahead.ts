/** Does slow work for a few items at once, and hands the results over in the order of the items. */

export type AheadOptions<Item, Result> = {
  readonly width: number
  /** Never fails. Told to stop when nobody wants the rest. */
  readonly load: (item: Item, signal: AbortSignal) => Promise<Result>
  readonly signal?: AbortSignal | undefined
}

export async function* readAhead<Item, Result>(
  items: readonly Item[],
  { width, load, signal }: AheadOptions<Item, Result>,
): AsyncGenerator<readonly [Item, Result]> {
  const enough = new AbortController()
  const either = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal
  const started: { readonly item: Item; readonly result: Promise<Result> }[] = []
  const waiting = items.values()
  const start = () => {
    const { value: item, done } = waiting.next()
    if (!done) started.push({ item, result: load(item, either) })
  }
  try {
    for (let count = 0; count < width; count++) start()
    for (let next = started[0]; next !== undefined; next = started[0]) {
      const result = await next.result
      started.shift()
      start()
      yield [next.item, result]
    }
  } finally {
    enough.abort()
    await Promise.allSettled(started.map(({ result }) => result))
  }
}
