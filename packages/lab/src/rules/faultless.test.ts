import {
  auto,
  cot,
  critic,
  direct,
  experts,
  type Loop,
  plainConfig,
  planExecute,
  react,
  reason,
  reflexion,
  selfAsk,
  treeOfThoughts,
  waves,
} from '@gyre/core'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { bestOf } from '../baselines/best-of.ts'
import { resample } from '../baselines/resample.ts'
import { typedAnswer } from '../baselines/typed-answer.ts'
import { faultless } from '../competence.ts'
import { measureArm } from '../measure-arm.ts'
import { chain } from '../tasks/chain.ts'
import { claimSheet } from '../tasks/claim-sheet.ts'
import { deadEnd } from '../tasks/dead-end.ts'
import { fanOut } from '../tasks/fan-out.ts'
import { gameOf24 } from '../tasks/game-of-24/game-of-24.ts'
import { hops } from '../tasks/hops.ts'
import { slots } from '../tasks/slots.ts'
import type { TaskFamily } from '../tasks/task-family.ts'

const measure = measureArm({ store: memoryStore })
const n = 6

/** Loops that fit any task, with a tree that is deep enough. */
const general: readonly (readonly [Loop, object])[] = [
  [direct, {}],
  [cot, {}],
  [cot, { samples: 3 }],
  [react, {}],
  [react, { protocol: 'text' }],
  [reflexion, {}],
  [reflexion, { inner: { loop: 'cot', config: {} } }],
  [treeOfThoughts, { maxDepth: 10 }],
  [treeOfThoughts, { search: 'dfs', maxDepth: 10 }],
  [treeOfThoughts, { search: 'mcts', maxDepth: 10 }],
  [auto, {}],
  [resample, {}],
  [bestOf, {}],
  [typedAnswer, {}],
]
const byParts: readonly (readonly [Loop, object])[] = [
  [planExecute, {}],
  [selfAsk, {}],
  [selfAsk, { protocol: 'text' }],
  [critic, {}],
  [waves, {}],
  [experts, { maxTasks: 10, maxAgenticRounds: 1 }],
]
/** Every step has to name a tool. */
const byTools: readonly (readonly [Loop, object])[] = [[reason, { allowedTools: ['*'] }]]
/** Calls refer to results that are not there yet. */
const atOnce: readonly (readonly [Loop, object])[] = [[waves, { maxWaves: 1 }]]

const families: readonly (readonly [TaskFamily, readonly (readonly [Loop, object])[]])[] = [
  [chain({ steps: 5 }), [...general, ...byParts]],
  [chain({ steps: 5, hasTool: true }), [...general, ...byParts, ...byTools]],
  [hops({ hops: 3 }), [...general, ...byParts]],
  [hops({ hops: 3, search: 'nothing' }), [...general, ...byParts, ...byTools]],
  [hops({ hops: 3, search: 'distractor' }), [...general, ...byParts, ...byTools]],
  [hops({ hops: 3, entries: 200 }), [[react, {}], [planExecute, {}], ...byTools, ...atOnce]],
  [slots({ slots: 3 }), [...general, ...byParts]],
  [slots({ slots: 3, hasTool: true }), [...general, ...byParts]],
  [claimSheet({ claims: 4, hasTool: true }), [...general, ...byParts]],
  [fanOut({ width: 3, depth: 2 }), [...general, ...byParts, ...byTools]],
  [fanOut({ width: 2, depth: 2, entries: 200 }), [[react, {}], ...byTools, ...atOnce]],
  [deadEnd({ doors: 2 }), [...general, ...byParts, ...byTools, ...atOnce]],
  [gameOf24(), general],
]

const cases = families.flatMap(([family, loops]) =>
  loops.flatMap(([loop, config]) =>
    [config, { ...plainConfig(loop), ...config }].map((settings) => ({ family, loop, settings })),
  ),
)

describe('a model that never errs', () => {
  it.each(cases.map((each) => [each.loop.name, each.family.name, JSON.stringify(each.settings), each] as const))(
    'solves every task with %s: %s %s',
    async (_, __, ___, { loop, family, settings }) => {
      const tools = family.task(1, 0).tools.map(({ name }) => name)
      const arm = { name: `${loop.name} ${tools}`, loop, config: settings, family, competence: faultless }
      expect((await measure(arm, n, 1, {})).successes).toBe(n)
    },
  )
})
