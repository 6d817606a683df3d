/** Keys as somebody wants them in place of those the page has. Kept by the browser. */
const stored = 'gyre-keys'

export type KeyBindings = Readonly<Record<string, string>>

const listeners = new Set<() => void>()
let bindings = read()

function read(): KeyBindings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(stored) ?? '{}')
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, keys]) => typeof keys === 'string'))
  } catch {
    // Somebody else wrote there: the page has its own.
    return {}
  }
}

export function boundKeys(): KeyBindings {
  return bindings
}

/** Gives another key to what `name` does; without one it has its own again. */
export function bindKey(name: string, keys: string | undefined): void {
  const { [name]: _, ...rest } = bindings
  bindings = keys === undefined ? rest : { ...rest, [name]: keys }
  localStorage.setItem(stored, JSON.stringify(bindings))
  for (const listener of listeners) listener()
}

export function subscribeToKeys(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
