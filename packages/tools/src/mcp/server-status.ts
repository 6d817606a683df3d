/** How a server stands, for those who look. */
export type ServerState = 'disabled' | 'idle' | 'connecting' | 'connected' | 'failed' | 'closed'

/** How a server stands: whether it is connected, what it is, and why it is not. */
export type ServerStatus = {
  readonly name: string
  readonly state: ServerState
  /** `modern` is 2026-07-28 and later. Known while it is connected. */
  readonly era?: 'legacy' | 'modern'
  readonly protocolVersion?: string
  readonly serverInfo?: { readonly name: string; readonly version: string; readonly title?: string }
  /** What its tools are called here. */
  readonly tools: readonly string[]
  /** Those of its tools of which it says something that reads like orders, and that models are not shown. */
  readonly withheld?: readonly string[]
  readonly lastError?: string
}
