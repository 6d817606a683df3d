/** What is to happen, soonest first; of what is due at the same time, what was put in first. A binary heap. */
export class EventQueue<Item> {
  // Times stand apart from what they are the times of: sifting compares numbers in one piece of memory.
  #times = new Float64Array(1024)
  #orders = new Float64Array(1024)
  readonly #items: Item[] = []
  #put = 0

  get size(): number {
    return this.#items.length
  }

  /** When the next is due; never, when there is none. */
  get next(): number {
    return this.#items.length === 0 ? Number.POSITIVE_INFINITY : (this.#times[0] as number)
  }

  put(time: number, item: Item): void {
    if (this.#items.length === this.#times.length) this.#grow()
    this.#put += 1
    this.#items.push(item)
    this.#rise(this.#items.length - 1, time, this.#put, item)
  }

  take(): Item | undefined {
    const first = this.#items[0]
    const last = this.#items.pop()
    const size = this.#items.length
    if (last !== undefined && size > 0) {
      this.#sink(this.#times[size] as number, this.#orders[size] as number, last)
    }
    return first
  }

  #rise(from: number, time: number, order: number, item: Item): void {
    let at = from
    while (at > 0) {
      const above = (at - 1) >> 1
      // What was put in later is never before what is due at the same time.
      if ((this.#times[above] as number) <= time) break
      this.#move(above, at)
      at = above
    }
    this.#set(at, time, order, item)
  }

  #sink(time: number, order: number, item: Item): void {
    const size = this.#items.length
    let at = 0
    for (let below = 1; below < size; below = 2 * at + 1) {
      if (below + 1 < size && this.#isBefore(below + 1, below)) below += 1
      const due = this.#times[below] as number
      if (time < due || (time === due && order < (this.#orders[below] as number))) break
      this.#move(below, at)
      at = below
    }
    this.#set(at, time, order, item)
  }

  #isBefore(a: number, b: number): boolean {
    const earlier = (this.#times[a] as number) - (this.#times[b] as number)
    return earlier < 0 || (earlier === 0 && (this.#orders[a] as number) < (this.#orders[b] as number))
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#times[from] as number, this.#orders[from] as number, this.#items[from] as Item)
  }

  #set(at: number, time: number, order: number, item: Item): void {
    this.#times[at] = time
    this.#orders[at] = order
    this.#items[at] = item
  }

  #grow(): void {
    const [times, orders] = [this.#times, this.#orders]
    this.#times = new Float64Array(2 * times.length)
    this.#orders = new Float64Array(2 * orders.length)
    this.#times.set(times)
    this.#orders.set(orders)
  }
}
