/**
 * Where time, money or tokens went: every step as wide as its share of them, below what it is part of.
 *
 * Steps that ran side by side stand side by side, so widths add up to what was spent and not to what a clock showed.
 */
import type { StepNode } from './step-tree.ts'

export type Measure = 'time' | 'cost' | 'tokens'

export type Flame = {
  readonly node: StepNode
  /** How many were too small to be drawn apart: `node` is the first of them. */
  readonly count: number
  readonly depth: number
  /** Shares of the width. */
  readonly left: number
  readonly width: number
  readonly value: number
}

/** What is narrower than this share of the width is drawn together with its neighbours. */
const narrowest = 0.004
const deepest = 24

export function flamesOf(root: StepNode, measure: Measure): readonly Flame[] {
  const values = valuesBelow(root, measure)
  const total = values.get(root) ?? 0
  const flames: Flame[] = []
  if (total > 0) draw(flames, values, { node: root, depth: 0, left: 0, width: 1 })
  return flames
}

type Place = { readonly node: StepNode; readonly depth: number; readonly left: number; readonly width: number }

function draw(flames: Flame[], values: ReadonlyMap<StepNode, number>, { node, depth, left, width }: Place): void {
  const value = values.get(node) ?? 0
  flames.push({ node, count: 1, depth, left, width, value })
  if (depth >= deepest) return
  const small = new Crowd(flames, depth + 1)
  let at = left
  for (const child of node.children) {
    const own = values.get(child) ?? 0
    const share = (own / value) * width
    if (share >= narrowest) {
      small.end()
      draw(flames, values, { node: child, depth: depth + 1, left: at, width: share })
    } else if (own > 0) small.add({ node: child, depth: depth + 1, left: at, width: share }, own)
    at += share
  }
  small.end()
}

/** Neighbours that are too small. */
class Crowd {
  readonly #flames: Flame[]
  readonly #depth: number
  #open: Flame | undefined

  constructor(flames: Flame[], depth: number) {
    this.#flames = flames
    this.#depth = depth
  }

  add({ node, left, width }: Place, value: number): void {
    const open = this.#open
    this.#open = open
      ? { ...open, count: open.count + 1, width: open.width + width, value: open.value + value }
      : { node, count: 1, depth: this.#depth, left, width, value }
    if (this.#open.width >= narrowest) this.end()
  }

  end(): void {
    if (this.#open) this.#flames.push(this.#open)
    this.#open = undefined
  }
}

/** What was spent at a node and below it. */
function valuesBelow(root: StepNode, measure: Measure): ReadonlyMap<StepNode, number> {
  const values = new Map<StepNode, number>()
  const sum = (node: StepNode): number => {
    let value = node.children.length === 0 || measure !== 'time' ? ownValue(node, measure) : 0
    for (const child of node.children) value += sum(child)
    values.set(node, value)
    return value
  }
  sum(root)
  return values
}

function ownValue({ step, startedAt, endedAt }: StepNode, measure: Measure): number {
  if (measure === 'time') return step?.ms ?? endedAt - startedAt
  if (!step || step.kind === 'loop') return 0
  return measure === 'cost' ? (step.costUsd ?? 0) : step.inputTokens + step.outputTokens
}
