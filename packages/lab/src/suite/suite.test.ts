import { auto, cot, defineLoop, direct, type Loop, loops, plainConfig, reflexion } from '@gyre/core'
import { memoryStore } from '@gyre/stores'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Arm, Claim } from '../claim.ts'
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

/** So many tasks for each arm; fewer where each makes dozens of calls, more where little is to be seen. */
const sizes = { usual: 100, large: 25, fine: 250 }
const large = /^(?:tree|mcts|best of|dfs|without going back)/
const fine = /keepBest/
const sized: Measure = (arm, n, ...rest) =>
  measure(arm, large.test(arm.name) ? sizes.large : fine.test(arm.name) ? sizes.fine : n, ...rest)

/** What has to be seen of an ordering: as large a lead as the gate asks of 2000 tasks, which is fewer σ of fewer. */
function isHeld({ pass, z, n, fault = '' }: Row): boolean {
  return pass || (/^(?:leads|saves) by .* not by/.test(fault) && z >= orderingLimit * Math.sqrt(n / 2000))
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

  const switches = loops.flatMap((loop) => Object.keys(plainConfig(loop)).map((name) => [loop.name, name] as const))

  it.each(switches)('of %s has %s on against off, and nothing else differs', (loop, name) => {
    const rows = beyondSuite.claims.filter((claim) => claim.loop === loop && claim.claim.startsWith(`${name}: `))
    const pairs = rows.flatMap((claim) => ('over' in claim ? [[claim.arm, claim.over]] : []))
    expect(pairs).not.toEqual([])
    for (const pair of pairs) {
      const [on, off] = pair.map((each) => beyondSuite.arms.find((arm) => arm.name === each)!)
      expect(on).toEqual({ ...off, name: on?.name, config: { ...off?.config, [name]: true } })
      expect(off?.config).toMatchObject({ [name]: false })
    }
  })
})

const claimsAbout = (name: string) => suite.claims.filter(({ loop }) => loop === name)
const controlsOf = (name: string) => claimsAbout(name).filter(({ kind }) => kind === 'control')

/** What fails of these claims when another loop is in the place of one. */
async function judgedWith(loop: Loop, claims: readonly Claim[], at: (arm: Arm) => boolean) {
  const needed = new Set(claims.flatMap((claim) => ('over' in claim ? [claim.arm, claim.over] : [claim.arm])))
  const measurements = await Promise.all(
    suite.arms
      .filter((arm) => needed.has(arm.name))
      .map(async (arm) => [arm.name, await sized(at(arm) ? { ...arm, loop } : arm, sizes.usual, seed, {})] as const),
  )
  return judgeClaims(claims, new Map(measurements)).rows.filter(({ pass }) => !pass)
}

/** A loop that is told the truth: it reads the answer from the task, which no loop may. */
const cheating = ({ name, config }: Loop): Loop =>
  defineLoop({
    name,
    version: 1,
    summary: 'Knows the answer.',
    config,
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
  it.each(loops.map((loop) => [loop.name, loop] as const))(
    'by a %s that is told the truth shows in every control it has',
    async (name, loop) => {
      const controls = controlsOf(name)
      const failed = await judgedWith(cheating(loop), controls, (arm) => arm.loop.name === name)
      expect(failed.map(({ claim }) => claim)).toEqual(controls.map(({ claim }) => claim))
    },
    60_000,
  )

  it('by a vote that is told the truth shows in its control', async () => {
    const failed = await judgedWith(
      cheating(cot),
      controlsOf('self-consistency'),
      ({ config }) => 'samples' in config && config.samples !== 1,
    )
    expect(failed).toHaveLength(1)
  })

  it('of a loop that gives up after the first episode shows in its cells', async () => {
    const failed = await judgedWith(lazy, claimsAbout('reflexion'), isReflexion)
    expect(failed.map(({ claim }) => claim)).toEqual(
      expect.arrayContaining(['two episodes, alpha = .9, beta = .2', 'stuck tasks, reflected on, u = .7']),
    )
  })

  it('of a loop that never escalates shows in its cell', async () => {
    const failed = await judgedWith(credulous, claimsAbout('auto'), ({ loop }) => loop.name === 'auto')
    expect(failed.map(({ claim }) => claim)).toContain('escalates from direct to cot, alpha = .9, beta = .2')
  })
})
