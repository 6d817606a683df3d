/** What came of trying a server. */

/** How far it comes: its process starts or it answers at all, both agree on a version, it lists tools, it is alive. */
export type TestStep = {
  readonly step: 'reach' | 'negotiate' | 'list' | 'ping'
  readonly ok: boolean
  readonly ms: number
  readonly detail: string
}

/** What trying a server came to. */
export type TestReport = {
  readonly name: string
  readonly ok: boolean
  /** Those that were made: the first that fails is the last. */
  readonly steps: readonly TestStep[]
  /** What its tools are called here. */
  readonly tools: readonly string[]
  /** The last lines of what it complained of, although it works. */
  readonly complaints: readonly string[]
}
