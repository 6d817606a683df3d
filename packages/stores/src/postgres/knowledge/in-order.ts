/** Work on the same names is done in the order it was given, whatever takes longer; on others at the same time. */
export class InOrder {
  readonly #underWay = new Map<string, Promise<unknown>>()

  run<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = names.map((name) => this.#underWay.get(name))
    const done = Promise.all(before).then(work)
    // The next one waits for it and need not know how it went.
    const settled = done
      .catch(() => {})
      .finally(() => {
        for (const name of names) if (this.#underWay.get(name) === settled) this.#underWay.delete(name)
      })
    for (const name of names) this.#underWay.set(name, settled)
    return done
  }
}
