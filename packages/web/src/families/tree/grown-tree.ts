/**
 * The tree as it grew: the steps that thought and judged, held together with what the loop told of each level.
 *
 * A level is told of when all of it is judged. Until then its thoughts are read off the replies themselves, so that the
 * tree grows while the model speaks; what the loop says of them later counts.
 */
import type { JsonObject } from '@gyre/core'
import type { SessionLog } from '../../session/session-log.ts'
import { numberIn, objectOf } from '../loop/json-values.ts'
import { isThere, type LoopPart, type StepAt } from '../loop/loop-part.ts'
import { type SaidReply, saidAt } from '../loop/said-reply.ts'
import { levelScores, type Score } from './level-scores.ts'
import { isSameThought, lineBefore, saidThought } from './thought-text.ts'
import type { Thought } from './tree-picture.ts'

/** `id` is the loop's own number; null before it told of it. */
export type GrownThought = Omit<Thought, 'isOnPath'> & { readonly id: number | null }

export type GrownTree = { readonly thoughts: readonly GrownThought[]; readonly unplaced: number }

export function growTree(log: SessionLog, part: LoopPart): GrownTree {
  const growth = new Growth(log, part)
  const notes = part.notes('tree').map(({ value }) => nodesIn(objectOf(value)['nodes']))
  for (const [number, places] of placesByLevel(log, part.base)) growth.level(number, places, notes[number - 1])
  growth.lastAnswer()
  growth.told(nodesIn(part.end?.details['tree']))
  return { thoughts: growth.thoughts, unplaced: growth.unplaced }
}

type Node = {
  readonly id: number
  readonly parent: number
  readonly depth: number
  readonly thought: string
  readonly isAnswer: boolean
  readonly score: number | null
  readonly state: 'kept' | 'pruned'
  readonly visits?: number
}

function nodesIn(value: unknown): readonly Node[] {
  return Array.isArray(value) ? (value as readonly Node[]) : []
}

/** Which branches of each level are known of, in order. */
function placesByLevel(log: SessionLog, base: string): ReadonlyMap<number, readonly number[]> {
  const levels = new Map<number, Set<number>>()
  for (const { path } of [...log.steps, ...log.running.all]) {
    if (!path.startsWith(base)) continue
    const [, level, place] = /^branch#(\d+)\[(\d+)\]\/think#1$/.exec(path.slice(base.length)) ?? []
    if (level === undefined) continue
    const places = levels.get(Number(level)) ?? new Set()
    levels.set(Number(level), places.add(Number(place)))
  }
  const ordered = [...levels].sort(([a], [b]) => a - b)
  return new Map(ordered.map(([level, places]) => [level, [...places].sort((a, b) => a - b)]))
}

class Growth {
  thoughts: GrownThought[] = []
  unplaced = 0
  readonly #log: SessionLog
  readonly #part: LoopPart
  readonly #config: JsonObject

  constructor(log: SessionLog, part: LoopPart) {
    this.#log = log
    this.#part = part
    this.#config = part.config
  }

  level(number: number, places: readonly number[], told: readonly Node[] = []): void {
    const parents = this.#goneOnFrom()
    const said = places.flatMap((place) => this.#said(`branch#${number}[${place}]/think#1`, place, parents))
    const fresh = told.filter((node) => !this.thoughts.some((thought) => isNode(thought, node)))
    const drafts = said.map(({ step, parent }) => this.#draft(step, parent))
    claimNodes(drafts, fresh, (node) => this.#parentKey(node))
    this.#merge(drafts)
    const scores = levelScores(this.#part, number, drafts.filter(isJudged).length)
    let judged = 0
    const forkAt = this.#forkAt(number)
    for (const draft of drafts) {
      const score = isJudged(draft) ? scores[judged++] : undefined
      this.thoughts.push({ ...withScore(draft, score), forkAt })
    }
    this.told(told)
  }

  /** An answer that the best line was asked for in the end. */
  lastAnswer(): void {
    const step = this.#part.repaired('answer#1')
    const said = saidAt(step)
    if (!said || !isThere(step)) return
    const { path } = this.#part.at('answer#1')
    const line = lineBefore(step)
    const parent = (line && this.#endOf(line)) ?? this.#goneOnFrom()[0] ?? null
    const draft = { ...this.#draft({ step: { ...step, path }, said }, parent), isAnswer: true }
    const levels = Math.max(0, ...placesByLevel(this.#log, this.#part.base).keys())
    this.thoughts.push(withScore(draft, levelScores(this.#part, levels + 1, 1)[0]))
  }

  /** What the loop says of its thoughts: whatever was thought of them before. */
  told(nodes: readonly Node[]): void {
    const byId = Map.groupBy(nodes, ({ id }) => id)
    const last = nodes.at(-1)
    this.thoughts = this.thoughts.map((thought) => {
      const isLast = thought.id === null && thought.key.endsWith('answer#1') && last?.isAnswer === true
      const own = thought.id === null ? undefined : byId.get(thought.id)?.find((node) => isNode(thought, node))
      const node = own ?? (isLast ? last : undefined)
      return node ? { ...thought, ...toldOf(node, thought, this.#config) } : thought
    })
  }

  #parentKey({ parent, depth }: Node): string | null {
    return this.thoughts.find((thought) => thought.id === parent && thought.depth === depth - 1)?.key ?? null
  }

  /** Where a beam went on from, best first. */
  #goneOnFrom(): readonly string[] {
    const deepest = Math.max(0, ...this.thoughts.map(({ depth }) => depth))
    return this.thoughts
      .filter(({ depth, state, isAnswer }) => depth === deepest && state === 'kept' && !isAnswer)
      .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
      .map(({ key }) => key)
  }

  #said(local: string, place: number, parents: readonly string[]) {
    const step = this.#part.repaired(local)
    const said = saidAt(step)
    if (!said) return []
    const parent = this.#parentOf(step, place, parents)
    if (parent === undefined) {
      this.unplaced += 1
      return []
    }
    return [{ step: { step: { ...step, path: this.#part.at(local).path }, said }, parent }]
  }

  /** The request says what it goes on from; of one under way the place does, as far as a beam is gone through in order. */
  #parentOf(step: StepAt, place: number, parents: readonly string[]): string | null | undefined {
    const line = lineBefore(step)
    const end = line && this.#endOf(line)
    if (end !== undefined) return end
    if (this.thoughts.length === 0) return null
    if (this.#config['search'] === 'dfs' || this.#config['search'] === 'mcts') return undefined
    return parents[Math.floor(place / numberIn(this.#config, 'nBranches', 3))]
  }

  /** The thought a line ends with: null for the task itself, undefined when it is not in the tree. */
  #endOf(line: readonly string[]): string | null | undefined {
    let parent: string | null = null
    for (const text of line) {
      const next: GrownThought | undefined = this.thoughts.find(
        (each) => each.parent === parent && each.state !== 'merged' && isSameThought(each.text, text),
      )
      if (!next) return undefined
      parent = next.key
    }
    return parent
  }

  #draft({ step, said }: Spoken, parent: string | null): GrownThought {
    const depth = 1 + (this.thoughts.find(({ key }) => key === parent)?.depth ?? 0)
    const shared = { key: step.path, id: null, parent, depth, score: null, mergedWith: null, visits: 0, forkAt: null }
    const { text, isAnswer } = saidThought(said.text)
    const why = deadBecause(said, text)
    if (why !== undefined) return { ...shared, text: text || 'no thought', isAnswer, state: 'dead', why }
    return said.state === 'running'
      ? { ...shared, text: text || '…', isAnswer, state: 'thinking', why: '' }
      : { ...shared, text, isAnswer, state: 'open', why: '' }
  }

  /** Equal thoughts of one parent are one, and so are equal answers wherever they are. */
  #merge(drafts: GrownThought[]): void {
    if (this.#config['merge'] === false) return
    for (const [index, draft] of drafts.entries()) {
      if (draft.state !== 'open' || draft.id !== null) continue
      const others = [...this.thoughts, ...drafts.filter((other, at) => at < index || other.id !== null)]
      const same = others.find((other) => isOne(other, draft))
      if (same) drafts[index] = { ...draft, state: 'merged', mergedWith: same.key }
    }
  }

  /** After a level is judged the next one goes on: a new session from there can go another way. */
  #forkAt(number: number): number | null {
    const isNext = ({ path }: { readonly path: string }) =>
      path.startsWith(`${this.#part.base}branch#${number + 1}[`) || path === `${this.#part.base}answer#1`
    if (!this.#log.steps.some(isNext)) return null
    const starts = [`value#${number}[`, `branch#${number}[`].map((label) => this.#part.base + label)
    return this.#log.steps.findLast(({ path }) => starts.some((start) => path.startsWith(start)))?.seq ?? null
  }
}

/** A number alone may stand for two: after a merge the loop gives some of them again. */
function isNode({ id, depth, text }: GrownThought, node: Node): boolean {
  return id === node.id && depth === node.depth && isSameThought(node.thought, text)
}

type Spoken = { readonly step: StepAt; readonly said: SaidReply }

function deadBecause({ state, failure, fault, isPiece }: SaidReply, text: string): string | undefined {
  if (failure !== undefined) return state === 'not-made' ? `not made: ${failure}` : failure
  if (fault !== undefined) return `cannot be read: ${fault}`
  if (isPiece) return 'cut off before its end'
  return state === 'finished' && text === '' ? 'says nothing' : undefined
}

function isOne(one: GrownThought, other: GrownThought): boolean {
  if (one.state === 'dead' || one.state === 'merged' || one.isAnswer !== other.isAnswer) return false
  return (other.isAnswer || one.parent === other.parent) && isSameThought(one.text, other.text)
}

function isJudged({ state }: GrownThought): boolean {
  return state === 'open' || state === 'kept' || state === 'pruned'
}

/** Gives each thought its number: by its words and what it goes on from, in the order they were thought. */
function claimNodes(drafts: GrownThought[], fresh: readonly Node[], parentKey: (node: Node) => string | null): void {
  const claimed = new Set<number>()
  const claim = (fits: (node: Node, draft: GrownThought) => boolean) => {
    for (const [index, draft] of drafts.entries()) {
      if (draft.state !== 'open' || draft.id !== null) continue
      const node = ordered.find((each) => !claimed.has(each.id) && isBelow(each, draft) && fits(each, draft))
      if (!node) continue
      claimed.add(node.id)
      drafts[index] = { ...draft, id: node.id, text: node.thought, isAnswer: node.isAnswer }
    }
  }
  const isBelow = (node: Node, { parent }: GrownThought) => parentKey(node) === parent
  const ordered = fresh.toSorted((a, b) => a.id - b.id)
  claim((node, draft) => isSameThought(node.thought, draft.text))
  // What the loop read another way than the page.
  claim((_, draft) => !drafts.some((other) => other.id !== null && isOne(other, draft)))
}

function withScore(thought: GrownThought, score: Score | undefined): GrownThought {
  return score ? { ...thought, score: score.score, why: score.why } : thought
}

function toldOf(node: Node, { why, state: before }: GrownThought, config: JsonObject): Partial<GrownThought> {
  const { id, thought, isAnswer, score, state, visits = 0 } = node
  const isNews = state === 'pruned' && before !== 'pruned'
  return { id, text: thought, isAnswer, score, state, visits, ...(isNews && { why: leftBecause(node, why, config) }) }
}

/** By the rule of the search; what is worth nothing needs no rule, only what the judge says. */
function leftBecause({ score }: Node, judged: string, config: JsonObject): string {
  if (score === 0 && judged !== '') return judged
  const rule =
    config['search'] === 'dfs'
      ? `below ${numberIn(config, 'pruneBelow', 3)}`
      : `not among the best ${numberIn(config, 'beamWidth', 2)}`
  return judged === '' ? rule : `${rule}. ${judged}`
}
