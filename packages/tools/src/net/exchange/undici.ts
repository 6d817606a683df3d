/** The HTTP client, loaded when something is first fetched. */
export type Undici = typeof import('undici')

/** Where the `fetch` of Node keeps its dispatcher, which may be a proxy somebody set. */
const nodesDispatcher = Symbol.for('undici.globalDispatcher.1')

let loading: Promise<Undici> | undefined

export function loadUndici(): Promise<Undici> {
  loading ??= loadQuietly().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Loading it puts an agent of its own under the global `fetch`: that of the program is put back. */
async function loadQuietly(): Promise<Undici> {
  const globals = globalThis as Record<symbol, unknown>
  const before = globals[nodesDispatcher]
  const undici = await import('undici')
  globals[nodesDispatcher] = before
  return undici
}
