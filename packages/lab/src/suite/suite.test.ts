import { auto, defineLoop, direct, type Loop, loops, plainConfig, reflexion } from '@gyre/core'
import { memoryStore } from '@gyre/stores'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Arm } from '../claim.ts'
import { editedSheet } from '../closed-forms/edited-sheet.ts'
import { formatCalls } from '../closed-forms/format.ts'
import { judgeClaims } from '../gate/judge-claims.ts'
import { orderingLimit } from '../gate/limits.ts'
import type { Row } from '../gate/row.ts'
import { measureArm } from '../measure-arm.ts'
import { type LabReport, type Measure, runLab, type Suite } from '../run-lab.ts'
import { readCourse } from '../tasks/read-course.ts'
import { beyondSuite } from './beyond-suite.ts'
import { suite } from './suite.ts'

const measure = measureArm({ store: memoryStore })
const seed = 1

/** So many tasks for each arm; fewer where each makes a hundred calls. */
const sizes = { usual: 200, large: 40 }
const large = /^(?:tree, .*b = 5|mcts|best of|tree, game|dfs|without going back)/
const sized: Measure = (arm, n, ...rest) => measure(arm, large.test(arm.name) ? sizes.large : n, ...rest)

/** What has to be seen of an ordering: as large a lead as the gate asks of 2000 tasks, which is fewer σ of fewer. */
function isHeld({ pass, kind, z, n, fault = '' }: Row): boolean {
  return pass || (kind === 'beats' && fault.startsWith('leads by') && z >= orderingLimit * Math.sqrt(n / 2000))
}

const rowsOf = ({ claims }: Suite) => claims.map((claim, index) => [claim.loop, claim.claim, index] as const)

describe.each([
  ['suite', suite],
  ['suite of what goes beyond', beyondSuite],
])('the %s', (_, claimed) => {
  let report: LabReport
  beforeAll(async () => {
    report = await runLab(claimed, { n: sizes.usual, seed }, sized)
  }, 120_000)

  it.each(rowsOf(claimed))('%s: %s', (_loop, _claim, index) => {
    const row = report.rows[index]!
    expect(isHeld(row) ? 'held' : row).toBe('held')
  })

  it('is not too far off together', () => expect(report.total.chiSquared).toBeLessThan(report.total.limit))
})

describe('what is claimed', () => {
  it.each(loops.map(({ name }) => name))('has a closed form and a negative control for %s', (name) => {
    const kinds = suite.claims.filter(({ loop }) => loop === name).map(({ kind }) => kind)
    expect(kinds).toContain('equals')
    expect(kinds).toContain('control')
  })

  it('has all that goes beyond the papers off, but for what a claim is about', () => {
    const wanted = new Set(['showOutputs', 'replan', 'scoreAnswers'])
    const on = suite.arms.flatMap(({ loop, config }) =>
      Object.keys(plainConfig(loop)).filter((name) => (config as Record<string, unknown>)[name] !== false),
    )
    expect(on.filter((name) => !wanted.has(name))).toEqual([])
  })
})

const armOf = (name: string): Arm => suite.arms.find((arm) => arm.name === name)!

describe('calls', () => {
  it.each([
    // The spread of each was worked out by hand from the chances of one, two and three calls.
    ['typed answers, r = .15', formatCalls({ r: 0.15, repairs: 2 }), 0.44],
    ['typed answers, r = .5', formatCalls({ r: 0.5, repairs: 2 }), 0.83],
    [
      'critic, 5 claims',
      editedSheet({ p: 0.2, claims: 5, rounds: 2, t1: 0.85, t0: 0.05, fix: 0.9, spoil: 0.3 }).calls,
      1.4,
    ],
  ])('of %s are as many as expected', async (name, expected, spread) => {
    const { calls, n } = await measure(armOf(name), 300, seed, {})
    expect(Math.abs(calls - expected)).toBeLessThan((4 * spread) / Math.sqrt(n))
  })

  it.each([
    ['auto, nothing goes wrong', 2],
    ['plan-execute, chain of 8', 1 + 8 * 2 + 1],
    ['react, chain of 8', 8 + 1],
    ['self-ask with search, 3 hops', 3 + 1],
    ['self-ask, 3 hops', 3 * 2 + 1],
    ['tree, 3 slots, b = 1', 3 * (5 + 5) + 1],
    // Six levels of thoughts and one of answers, each of which is judged: nothing is gone back to.
    ['dfs, 6 slots, p = 0', 7 * (3 + 3)],
  ])('of %s are %d', async (name, calls) => {
    expect(await measure(armOf(name), 5, seed, {})).toMatchObject({ calls })
  })
})

/** The claims of a loop when another is in its place. */
async function judgedWith(loop: Loop, name: string, at: (arm: Arm) => boolean) {
  const claims = suite.claims.filter((claim) => claim.loop === name)
  const needed = new Set(claims.flatMap((claim) => ('over' in claim ? [claim.arm, claim.over] : [claim.arm])))
  const measurements = await Promise.all(
    suite.arms
      .filter((arm) => needed.has(arm.name))
      .map(async (arm) => [arm.name, await measure(at(arm) ? { ...arm, loop } : arm, 150, seed, {})] as const),
  )
  return judgeClaims(claims, new Map(measurements)).rows.filter(({ pass }) => !pass)
}

/** A loop that is told the truth: it reads the answer from the task, which no loop may. */
const cheating: Loop = defineLoop({
  name: 'reflexion',
  version: 1,
  summary: 'Knows the answer.',
  config: reflexion.config,
  run: async (_ctx, { goal }) => {
    const course = readCourse(goal)!
    const values: string[] = []
    for (let part = 0; part < course.length; part += 1) values.push(course.next(part, values).right(0))
    return { answer: course.answer(values) }
  },
})

/** Reflexion that never tries again. */
const lazy: Loop = defineLoop({
  name: 'reflexion',
  version: 1,
  summary: 'Gives up after the first episode.',
  config: reflexion.config,
  run: async (ctx, task) => {
    const { answer } = await ctx.runLoop('cot', task)
    return { answer }
  },
})

/** Auto that takes the first answer for good. */
const credulous: Loop = defineLoop({
  name: 'auto',
  version: 1,
  summary: 'Believes the first loop.',
  config: auto.config,
  run: async (ctx, task) => {
    const { answer } = await ctx.runLoop(direct, task)
    return { answer }
  },
})

const isReflexion = ({ loop }: Arm) => loop.name === 'reflexion'

describe('sabotage', () => {
  it('is not won by a loop that is told the truth: the controls see it', async () => {
    const failed = await judgedWith(cheating, 'reflexion', isReflexion)
    expect(failed.filter(({ kind }) => kind === 'control').map(({ claim }) => claim)).toEqual([
      'does not beat one attempt when J = 0',
      'does not beat one attempt when J < 0',
      'does not beat trying again when reflections say nothing',
    ])
  })

  it('of a loop that gives up after the first episode shows in its cells', async () => {
    const failed = await judgedWith(lazy, 'reflexion', isReflexion)
    expect(failed.map(({ claim }) => claim)).toEqual(
      expect.arrayContaining(['two episodes, alpha = .9, beta = .2', 'stuck tasks, reflected on, u = .7']),
    )
  })

  it('of a loop that never escalates shows in its cell', async () => {
    const failed = await judgedWith(credulous, 'auto', ({ loop }) => loop.name === 'auto')
    expect(failed.map(({ claim }) => claim)).toContain('escalates from direct to cot, alpha = .9, beta = .2')
  })
})
