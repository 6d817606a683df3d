/** The order of a plan: every step behind those that it needs. */

/** What has a place in an order. */
type Placed = { readonly id: string; readonly needs: readonly string[] }

/** A step, and one that it needs and that needs it in turn. */
type Circle = { readonly id: string; readonly need: string }

export type Arranged<S> = { readonly steps: readonly S[]; readonly circles: readonly Circle[] }

type Walk<S> = {
  readonly byId: ReadonlyMap<string, S>
  readonly placed: Set<S>
  /** Those whose needs are being placed. */
  readonly open: Set<S>
  readonly circles: Circle[]
}

/** The steps as listed, but for those that stand before a step they need: they wait for it. None is lost in a circle. */
export function arranged<S extends Placed>(listed: readonly S[]): Arranged<S> {
  const byId = new Map(listed.map((step) => [step.id, step]))
  const walk: Walk<S> = { byId, placed: new Set(), open: new Set(), circles: [] }
  for (const step of listed) place(step, walk)
  return { steps: [...walk.placed], circles: walk.circles }
}

/** Not recursive: a plan may be as long as a reply. */
function place<S extends Placed>(step: S, walk: Walk<S>): void {
  const waiting = [step]
  for (let top = waiting.at(-1); top; top = waiting.at(-1)) {
    if (walk.open.has(top) || walk.placed.has(top)) {
      walk.open.delete(top)
      walk.placed.add(top)
      waiting.pop()
    } else waiting.push(...needsFirst(top, walk))
  }
}

/** The steps to place before this one, the first of them last. */
function needsFirst<S extends Placed>(step: S, { byId, placed, open, circles }: Walk<S>): readonly S[] {
  open.add(step)
  return step.needs.toReversed().flatMap((need) => {
    const needed = byId.get(need)
    if (!needed || placed.has(needed)) return []
    if (!open.has(needed)) return [needed]
    circles.push({ id: step.id, need })
    return []
  })
}
