/** A line of control: the loop itself, or one branch of a `map`. */
export class Branch {
  readonly path: string
  readonly parent: Branch | undefined
  /** How many prompts the ancestors had asked when this branch began. */
  readonly #bornAt: number
  /** How many prompts it has asked. */
  prompts = 0
  lastPrompt: object | undefined

  constructor(path: string, parent?: Branch) {
    this.path = path
    this.parent = parent
    this.#bornAt = parent?.prompts ?? 0
    this.lastPrompt = parent?.lastPrompt
  }

  /** Whether a prompt of that branch, its turn-th, is known here on every replay: our own, or an ancestor's from before we began. */
  sees(branch: Branch, turn: number): boolean {
    if (branch === this) return true
    let born = this.#bornAt
    for (let at = this.parent; at; at = at.parent) {
      if (at === branch) return turn < born
      born = at.#bornAt
    }
    return false
  }
}
