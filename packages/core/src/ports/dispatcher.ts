/** Hands sessions to workers. In one process by default; over a queue on many machines. */
export type Dispatcher = {
  /** Somebody should go on with this session soon. */
  offer(session: string): Promise<void>
  /** Calls back for each session offered; the function returned ends it. */
  work(handle: (session: string) => Promise<void>): () => void
}
