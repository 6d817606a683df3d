/** Loops inside loops: where they stand in the paths of steps, and how long each took. */
type Open = { readonly loop: string; startMs: number; endMs: number }

export type FoundLoop = {
  /** Of the step that runs it. */
  readonly path: string
  readonly loop: string
}

/** The loops around a path, outermost first: `step#1` runs `react` in `step#1/react/think#2`. */
export function loopsAround(path: string): readonly FoundLoop[] {
  const parts = path.split('/')
  // A step has a number; what has none is the name of the loop that the step before it runs.
  return parts.flatMap((part, at) =>
    at > 0 && !part.includes('#') ? [{ path: parts.slice(0, at).join('/'), loop: part }] : [],
  )
}

/** Loops that have begun and are not over. */
export class OpenLoops {
  readonly #open = new Map<string, Open>()

  /** Something happened below them. */
  touch(path: string, { startMs, endMs }: { readonly startMs: number; readonly endMs: number }): void {
    for (const { path: around, loop } of loopsAround(path)) {
      const open = this.#open.get(around)
      if (!open) this.#open.set(around, { loop, startMs, endMs })
      else {
        open.startMs = Math.min(open.startMs, startMs)
        open.endMs = Math.max(open.endMs, endMs)
      }
    }
  }

  /** Forgets one; when it began, as far as its steps tell. */
  end(path: string): number | undefined {
    const open = this.#open.get(path)
    this.#open.delete(path)
    return open?.startMs
  }

  /** Those that were cut short together with the session: no fact tells of their end. */
  left(): readonly (FoundLoop & Readonly<Open>)[] {
    return [...this.#open].map(([path, open]) => ({ path, ...open }))
  }
}
