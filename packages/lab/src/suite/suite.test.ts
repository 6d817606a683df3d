import { loops as allLoops, auto, cot, defineLoop, direct, type Loop, plainConfig, reflexion } from '@gyre/core'
import { memoryStore } from '@gyre/stores'
import { beforeAll, describe, expect, it } from 'vitest'
import { isHeld } from '../../test/held-row.ts'
import type { Arm, Claim } from '../claim.ts'
import { judgeClaims } from '../gate/judge-claims.ts'
import { measureArm } from '../measure-arm.ts'
import { labPlot } from '../report/lab-plot.ts'
import { type LabReport, type Measure, runLab, type Suite } from '../run-lab.ts'
import { readCourse } from '../tasks/read-course.ts'
import { beyondSuite } from './beyond-suite.ts'
import { suite } from './suite.ts'

/** All but the one that has a lab of its own, on a web. */
const loops = allLoops.filter(({ name }) => name !== 'research')

const measure = measureArm({ store: memoryStore })
const seed = 1

/** So many tasks for each arm; fewer where each makes dozens of calls, more where little is to be seen. */
const sizes: readonly (readonly [RegExp, number])[] = [
  // 320 calls a game: of 40 games a beam that is worth nothing wins so few that it shows.
  [/^tree, game of 24, b = 5/, 40],
  [/^tree, game of 24, b = 1/, 60],
  [/^(?:tree|mcts|best of|dfs|without going back)/, 25],
  [/half easy/, 400],
  // On a simulated clock every task takes the same, but for guesses that hit or miss.
  [/^waves, (?:no )?(?:4 × 2|4 hops, timed|eager)|^react, 4 hops, timed|^(?:experts|reason), (?:no )?parallel/, 10],
  // Each task makes 27 calls, and always as many.
  [/^experts, 3 hops, a judge that never does/, 10],
  [/^(?:waves|experts|reason), /, 50],
]
const usual = 100
const sized: Measure = (arm, n, ...rest) => measure(arm, sizes.find(([name]) => name.test(arm.name))?.[1] ?? n, ...rest)

const rowsOf = ({ claims }: Suite) => claims.map((claim, index) => [claim.loop, claim.claim, index] as const)

/** What goes beyond the papers is measured with the long tests. */
describe('the suite', () => {
  let report: LabReport
  beforeAll(async () => {
    report = await runLab(suite, { n: usual, seed }, sized)
  }, 120_000)

  it.each(rowsOf(suite))('%s: %s', (_loop, _claim, index) => {
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

  it('is short enough to be read whole in the plot', () => {
    const none = {
      n: 1,
      successes: 0,
      calls: 1,
      tokens: 1,
      latencyMs: 1,
      variances: { calls: 0, tokens: 0, latencyMs: 0 },
    }
    for (const { arms, claims } of [suite, beyondSuite]) {
      const measurements = new Map(arms.map(({ name }) => [name, none]))
      expect(labPlot({ n: 1, seed, ...judgeClaims(claims, measurements) })).not.toContain('…')
    }
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

/** What does not hold of these claims when arms are other than they are. */
async function judgedWith(claims: readonly Claim[], change: (arm: Arm) => Arm) {
  const needed = new Set(claims.flatMap((claim) => ('over' in claim ? [claim.arm, claim.over] : [claim.arm])))
  const measurements = await Promise.all(
    suite.arms
      .filter((arm) => needed.has(arm.name))
      .map(async (arm) => [arm.name, await sized(change(arm), usual, seed, {})] as const),
  )
  return judgeClaims(claims, new Map(measurements)).rows.filter((row) => !isHeld(row))
}

/** Another loop in the place of one. */
const swapped = (loop: Loop, at: (arm: Arm) => boolean) => (arm: Arm) => (at(arm) ? { ...arm, loop } : arm)

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

const isAuto = ({ loop }: Arm) => loop.name === 'auto'
const isReflexion = ({ loop }: Arm) => loop.name === 'reflexion'

describe('sabotage', () => {
  it.each(loops.map((loop) => [loop.name, loop] as const))(
    'by a %s that is told the truth shows in every control it has',
    async (name, loop) => {
      const controls = controlsOf(name)
      const failed = await judgedWith(
        controls,
        swapped(cheating(loop), (arm) => arm.loop.name === name),
      )
      expect(failed.map(({ claim }) => claim)).toEqual(controls.map(({ claim }) => claim))
    },
    60_000,
  )

  it('by a vote that is told the truth shows in its control', async () => {
    const failed = await judgedWith(
      controlsOf('self-consistency'),
      swapped(cheating(cot), ({ config }) => 'samples' in config && config.samples !== 1),
    )
    expect(failed).toHaveLength(1)
  })

  it('of a loop that gives up after the first episode shows in its cells', async () => {
    const failed = await judgedWith(claimsAbout('reflexion'), swapped(lazy, isReflexion))
    expect(failed.map(({ claim }) => claim)).toEqual(
      expect.arrayContaining(['two episodes, alpha = .9, beta = .2', 'stuck tasks, reflected on, u = .7']),
    )
  })

  it('of a loop that never escalates shows in its cell', async () => {
    const failed = await judgedWith(claimsAbout('auto'), swapped(credulous, isAuto))
    expect(failed.map(({ claim }) => claim)).toContain('escalates from direct to cot, alpha = .9, beta = .2')
  })

  /** The claims that do not hold when the arms of a loop are changed. */
  const failedWith = async (name: string, change: (arm: Arm) => Partial<Arm>) => {
    const failed = await judgedWith(claimsAbout(name), (arm) =>
      arm.loop.name === name ? { ...arm, ...change(arm) } : arm,
    )
    return failed.map(({ claim }) => claim)
  }

  it('of waves whose calls are made one at a time shows in their time', async () => {
    const failed = await failedWith('waves', ({ config }) => ({ config: { ...config, maxTools: 1, maxWaves: 20 } }))
    expect(failed).toContain('its time is the critical path: a plan and a call for each level, the answer')
  })

  it('of experts who never plan again shows in their cells', async () => {
    const failed = await failedWith('experts', ({ config }) => ({ config: { ...config, maxAgenticRounds: 0 } }))
    expect(failed).toEqual(
      expect.arrayContaining([
        'calls for it: every round is judged',
        'and one call more',
        'a judge that never does: 2 re-plans, and no more',
      ]),
    )
  })

  it('of the judge of reason shows in what is judged', async () => {
    const failed = await failedWith('reason', (arm) => ({ competence: { ...arm.competence, alpha: 0.5, beta: 0.5 } }))
    expect(failed).toEqual(
      expect.arrayContaining([
        '3 steps, p = .2, alpha = .9, beta = .1',
        'steps that are judged beat plan-execute where errors do not show',
      ]),
    )
  })

  it('of the judge in every game of 24 shows in what its beams are claimed to win', async () => {
    const worthless = { alpha: 0.5, beta: 0.5 }
    const games = claimsAbout('tree-of-thoughts').filter(({ claim }) => claim.startsWith('game of 24: '))
    const beams = games.filter(({ kind, arm }) => kind !== 'control' && !/b = 1, blind/.test(arm))
    const failed = await judgedWith(beams, (arm) =>
      arm.name.startsWith('tree, game') ? { ...arm, competence: { ...arm.competence, ...worthless } } : arm,
    )
    // That b = 5 beats b = 1 is true still: it reads five answers exactly, and not one.
    expect(failed.map(({ claim, verdict }) => `${claim}: ${verdict}`)).toEqual([
      'game of 24: b = 5 wins 15 times as often as one line: fails',
      'game of 24: b = 5 beats b = 5 with a blind judge that reads answers exactly: undecided',
      'game of 24: b = 1 beats one line: undecided',
    ])
  }, 60_000)
})
