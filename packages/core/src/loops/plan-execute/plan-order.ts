/** The order of a plan: every step behind those that it needs. */
import type { Step } from './plan.ts'

/** A step, and one that it needs and that needs it in turn. */
type Circle = { readonly id: string; readonly need: string }

export type Arranged = { readonly steps: readonly Step[]; readonly circles: readonly Circle[] }

type Walk = {
  readonly byId: ReadonlyMap<string, Step>
  readonly placed: Set<Step>
  /** Those whose needs are being placed. */
  readonly open: Set<Step>
  readonly circles: Circle[]
}

/** The steps as listed, but for those that stand before a step they need: they wait for it. None is lost in a circle. */
export function arranged(listed: readonly Step[]): Arranged {
  const byId = new Map(listed.map((step) => [step.id, step]))
  const walk: Walk = { byId, placed: new Set(), open: new Set(), circles: [] }
  for (const step of listed) place(step, walk)
  return { steps: [...walk.placed], circles: walk.circles }
}

/** Not recursive: a plan may be as long as a reply. */
function place(step: Step, walk: Walk): void {
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
function needsFirst(step: Step, { byId, placed, open, circles }: Walk): readonly Step[] {
  open.add(step)
  return step.needs.toReversed().flatMap((need) => {
    const needed = byId.get(need)
    if (!needed || placed.has(needed)) return []
    if (!open.has(needed)) return [needed]
    circles.push({ id: step.id, need })
    return []
  })
}
