/** A line of control: the loop itself, or one branch of a `map`. */
export class Branch {
  readonly path: string
  readonly parent: Branch | undefined

  constructor(path: string, parent?: Branch) {
    this.path = path
    this.parent = parent
  }
}
