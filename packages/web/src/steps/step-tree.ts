/**
 * The steps of a session as a tree of their paths, built as they come.
 *
 * Steps are told when they end, and a loop after the steps inside it: so what holds a step is there before its own
 * record is, and spans whatever is inside it until then.
 */
import type { RunningStep } from '../session/running-steps.ts'
import type { InterventionFact, SessionLog, Step } from '../session/session-log.ts'

/** `group`: branches that stand side by side. `person`: what somebody did there. */
export type NodeType = 'session' | 'step' | 'group' | 'person'

export type StepNode = {
  readonly path: string
  readonly type: NodeType
  readonly parent: StepNode | null
  readonly children: StepNode[]
  /** The end of its path: `think#3`, `episode#3/plan-execute`. */
  label: string
  step: Step | null
  running: RunningStep | null
  readonly intervention: InterventionFact | null
  /** When the first and the last of what is inside began and ended; 0 when nothing is known. */
  startedAt: number
  endedAt: number
}

/** A segment with what tells its place: `act#1[2]` is the third branch of `act#1`. */
type Segment = { readonly path: string; readonly label: string; readonly group: string | null }

export class StepTree {
  readonly root: StepNode = nodeOf('', 'session', null, '')
  /** Changes whenever the tree does. */
  version = 0
  readonly #nodes = new Map<string, StepNode>()
  readonly #running = new Set<StepNode>()
  readonly #people = new Set<string>()
  #steps = 0

  at(path: string): StepNode | undefined {
    return this.#nodes.get(path)
  }

  /**
   * Takes in what has come since the last time, at most so many steps of it; false when there are more. Always of the same
   * session, which only grows.
   */
  take(log: SessionLog, most = Number.POSITIVE_INFINITY): boolean {
    const before = this.version
    if (this.root.label === '') this.root.label = log.view.definition?.loop ?? ''
    const end = Math.min(log.steps.length, this.#steps + most)
    for (; this.#steps < end; this.#steps++) {
      const step = log.steps[this.#steps]
      if (step) this.#take(step)
    }
    // What people did, and what goes on, stands beside steps that are there.
    if (end < log.steps.length) return false
    for (const intervention of log.interventions.values()) this.#person(intervention)
    this.#follow(log.running.all)
    if (this.version === before && this.root.endedAt === 0) this.root.startedAt = log.startedAt
    return true
  }

  #take(step: Step): void {
    const node = this.#place(step.path, step.startedAt)
    node.step = step
    node.running = null
    this.#running.delete(node)
    widen(node, step.startedAt, step.endedAt)
    this.version++
  }

  /** Steps under way; those that are not any more, and never ended, are gone. */
  #follow(running: readonly RunningStep[]): void {
    const now = new Set<StepNode>()
    for (const each of running) {
      const node = this.#place(each.path, each.startedAt)
      now.add(node)
      if (node.running === each) continue
      node.running = each
      this.#running.add(node)
      widen(node, each.startedAt, each.startedAt)
      this.version++
    }
    for (const node of this.#running) {
      if (now.has(node)) continue
      node.running = null
      this.#running.delete(node)
      if (!node.step && node.children.length === 0) this.#remove(node)
      this.version++
    }
  }

  #remove(node: StepNode): void {
    const { parent } = node
    if (!parent) return
    parent.children.splice(parent.children.indexOf(node), 1)
    this.#nodes.delete(node.path)
    if (parent.children.length === 0 && !parent.step && !parent.running) this.#remove(parent)
  }

  #person(intervention: InterventionFact): void {
    const { id, state, data, at, seq } = intervention
    if (state !== 'applied' || this.#people.has(id)) return
    this.#people.add(id)
    const beside = typeof data['at'] === 'string' ? data['at'] : ''
    const parent = beside === '' ? this.root : this.#parentOf(segmentsOf(beside), at)
    const node = nodeOf(`person:${id}`, 'person', parent, intervention.action, intervention)
    node.startedAt = at
    node.endedAt = at
    let place = parent.children.findIndex(({ path }) => path === beside)
    if (place < 0) insert(parent.children, node)
    else {
      // A pause ends after the step it was told at, and after the pause itself; guidance stands before who heard it.
      const isAfter = seq > (parent.children[place]?.step?.seq ?? Number.POSITIVE_INFINITY)
      if (isAfter)
        do place++
        while (isPersonBefore(parent.children[place], at))
      parent.children.splice(place, 0, node)
    }
    this.#nodes.set(node.path, node)
    this.version++
  }

  #place(path: string, at: number): StepNode {
    const known = this.#nodes.get(path)
    if (known) return known
    const segments = segmentsOf(path)
    const last = segments.at(-1)
    if (!last) return this.root
    return this.#node(this.#parentOf(segments, at), last, at)
  }

  /** What holds the last of these segments, made where it is missing. */
  #parentOf(segments: readonly Segment[], at: number): StepNode {
    let parent = this.root
    for (const segment of segments.slice(0, -1)) parent = this.#node(parent, segment, at)
    const group = segments.at(-1)?.group ?? null
    return group === null ? parent : this.#group(parent, group, at)
  }

  #node(parent: StepNode, { path, label, group }: Segment, at: number): StepNode {
    const known = this.#nodes.get(path)
    if (known) {
      if (label.length > known.label.length) known.label = label
      return known
    }
    const holder = group === null || parent.path === group ? parent : this.#group(parent, group, at)
    return this.#add(nodeOf(path, 'step', holder, label), at)
  }

  #group(parent: StepNode, path: string, at: number): StepNode {
    const label = path.slice(path.lastIndexOf('/') + 1)
    return this.#nodes.get(path) ?? this.#add(nodeOf(path, 'group', parent, label), at)
  }

  #add(node: StepNode, at: number): StepNode {
    node.startedAt = at
    node.endedAt = at
    this.#nodes.set(node.path, node)
    if (node.parent) insert(node.parent.children, node)
    return node
  }
}

function isPersonBefore(node: StepNode | undefined, at: number): boolean {
  return node?.type === 'person' && node.startedAt <= at
}

function nodeOf(
  path: string,
  type: NodeType,
  parent: StepNode | null,
  ...[label, intervention = null]: readonly [string, (InterventionFact | null)?]
): StepNode {
  return { path, type, parent, children: [], label, step: null, running: null, intervention, startedAt: 0, endedAt: 0 }
}

/** What holds a step takes at least as long. */
function widen(node: StepNode, startedAt: number, endedAt: number): void {
  for (let at: StepNode | null = node; at; at = at.parent) {
    at.startedAt = at.startedAt === 0 ? startedAt : Math.min(at.startedAt, startedAt)
    at.endedAt = Math.max(at.endedAt, endedAt)
  }
}

/** Branches stand by their number, the rest as they began: nearly always last. */
function insert(siblings: StepNode[], node: StepNode): void {
  let place = siblings.length
  while (place > 0 && comesBefore(node, siblings[place - 1])) place--
  siblings.splice(place, 0, node)
}

function comesBefore(node: StepNode, other: StepNode | undefined): boolean {
  if (!other) return false
  const [one, two] = [branchOf(node.path), branchOf(other.path)]
  if (node.parent?.type === 'group' && one !== null && two !== null) return one < two
  return node.startedAt < other.startedAt
}

function branchOf(path: string): number | null {
  const [, index] = /\[(\d+)\]$/.exec(path) ?? []
  return index === undefined ? null : Number(index)
}

/** A segment without a number names the loop that runs there, and is told with what holds it: `episode#1/react`. */
function segmentsOf(path: string): readonly Segment[] {
  const segments: Segment[] = []
  let end = 0
  for (const name of path.split('/')) {
    const from = end
    end = from + name.length + (from === 0 ? 0 : 1)
    const last = segments.at(-1)
    if (last && !name.includes('#')) segments[segments.length - 1] = { ...last, label: `${last.label}/${name}` }
    else segments.push({ path: path.slice(0, end), label: name, group: groupOf(path.slice(0, end)) })
  }
  return segments
}

/** `act#1[…]` of `act#1[2]`; null for what is no branch. */
function groupOf(path: string): string | null {
  return path.endsWith(']') ? `${path.slice(0, path.lastIndexOf('['))}[…]` : null
}
