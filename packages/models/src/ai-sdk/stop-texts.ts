/** Ends a text at the first of some stop texts, for providers that do not do it themselves. */

export class StopTexts {
  readonly #stops: readonly string[]
  /** Not handed out yet, because it may be the beginning of a stop text. */
  #held = ''
  #isStopped = false

  constructor(stops: readonly string[] = []) {
    this.#stops = stops.filter((stop) => stop !== '')
  }

  /** What of the text so far is certain to be part of the reply, and was not handed out before. */
  take(text: string): string {
    if (this.#isStopped) return ''
    const all = this.#held + text
    const end = this.#endOf(all)
    if (end !== undefined) {
      this.#isStopped = true
      this.#held = ''
      return all.slice(0, end)
    }
    const safe = all.length - this.#openLength(all)
    this.#held = all.slice(safe)
    return all.slice(0, safe)
  }

  /** What was held back: the text ended and it was no stop text. */
  rest(): string {
    const rest = this.#held
    this.#held = ''
    return rest
  }

  /** The stop text that is complete first ends the text, however the text is cut into pieces. */
  #endOf(text: string): number | undefined {
    let first = { at: -1, end: Number.POSITIVE_INFINITY }
    for (const stop of this.#stops) {
      const at = text.indexOf(stop)
      const end = at + stop.length
      if (at >= 0 && (end < first.end || (end === first.end && at < first.at))) first = { at, end }
    }
    return first.at < 0 ? undefined : first.at
  }

  /** How many characters at the end may be the beginning of a stop text. */
  #openLength(text: string): number {
    let longest = 0
    for (const stop of this.#stops) {
      let length = Math.min(stop.length - 1, text.length)
      while (length > longest && !stop.startsWith(text.slice(-length))) length--
      longest = Math.max(longest, length)
    }
    return longest
  }
}
