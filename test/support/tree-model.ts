/** A model for trees of thoughts: it thinks and judges by rules, whatever the order it is asked in. */
import { type ModelRequest, readMaterial, type StartOptions, textOf, treeOfThoughts } from '@gyre/core'
import { modelOf, type ScriptedModel, type ScriptedReply, says } from '@gyre/core/testing'
import { expect } from 'vitest'
import { stepPaths, world } from './kernel.ts'

/** One request, as the model reads it. */
export type Asked = {
  readonly path: string
  readonly told: string
  /** The parts of the material: `task`, `thoughts` where there are any, and `branch` or `candidate`. */
  readonly material: Readonly<Record<string, string>>
  /** The steps so far. */
  readonly line: readonly string[]
  /** Which of its siblings is asked, from 0: as the path says. */
  readonly place: number
}

type Rules = {
  /** What follows these steps: `THOUGHT: …`, `ANSWER: …`, or whatever else. */
  readonly think: (asked: Asked) => string | ScriptedReply
  /** The score of a thought or an answer; a text is the whole reply. */
  readonly score?: (candidate: string, asked: Asked) => number | string | ScriptedReply
  /** What the best line answers. */
  readonly answer?: (asked: Asked) => string | ScriptedReply
}

export type TreeModel = ScriptedModel & { readonly asked: readonly Asked[] }

export function treeModel({ think, score = () => 5, answer = () => 'forced' }: Rules, nBranches = 3): TreeModel {
  const asked: Asked[] = []
  const model = modelOf((request, { path }) => {
    const each = read(request, path, nBranches)
    asked.push(each)
    if (path.includes('think#')) return replied(think(each))
    if (path.includes('score#')) return replied(score(each.material['candidate'] ?? '', each))
    return replied(answer(each))
  })
  return { ...model, asked }
}

function replied(reply: string | number | ScriptedReply): ScriptedReply {
  if (typeof reply === 'number') return says(`It is so.\nSCORE: ${reply}`)
  return typeof reply === 'string' ? says(reply) : reply
}

function read({ messages }: ModelRequest, path: string, nBranches: number): Asked {
  const [first] = messages
  const last = messages.at(-1)
  const material = last ? readMaterial(textOf(last)) : {}
  const line = (material['thoughts'] ?? '').split('\n').map((step) => step.replace(/^\d+\. /, ''))
  const place = Number(/\[(\d+)\]/.exec(path)?.[1] ?? 0) % nBranches
  return { path, told: first ? textOf(first) : '', material, line: line.filter((step) => step !== ''), place }
}

type Config = NonNullable<StartOptions['config']>

/** A run to its end, which replays the same. */
export async function runTree(model: ScriptedModel, config: Config = {}, options: Omit<StartOptions, 'model'> = {}) {
  const { runtime } = world()
  const session = await runtime.start(treeOfThoughts, 'Make 24.', { ...options, model, config })
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  return { runtime, session, end, paths: await stepPaths(runtime, session.id) }
}

type Drawn = { readonly thought: string; readonly score: number | null; readonly state: string; readonly depth: number }

/** The tree of a result in few words: `1 a 7 kept`. */
export function drawnIn(details: unknown): readonly string[] {
  const { tree } = details as { readonly tree: readonly Drawn[] }
  return tree.map(({ thought, score, state, depth }) => `${depth} ${thought} ${score} ${state}`)
}
