/** What people do to supervised loops, by chance, and what the end must be then. */
import type { Action, Intervention, JournalRow, Json } from '@gyre/core'
import { expect } from 'vitest'
import { below, chance } from './chance.ts'
import { expertsScenarios } from './experts-scenarios.ts'
import { reasonScenarios } from './reason-scenarios.ts'
import { researchScenarios } from './research-scenarios.ts'
import type { Scenario } from './scenario.ts'
import { type Deed, type Schedule, type Supervised, supervise, withPeople } from './supervision.ts'
import { wavesScenarios } from './waves-scenarios.ts'

/** Loops with a plan, steps side by side and questions: all that people can do has something to meet. */
export const supervisedScenarios: readonly Scenario[] = [
  ...wavesScenarios,
  ...reasonScenarios,
  ...expertsScenarios,
  ...researchScenarios,
]

/** Plans of loops whose steps name no tool. */
const toolless: Readonly<Record<string, Json>> = {
  experts: { steps: [{ id: 'mine', goal: 'Look.' }] },
  research: { steps: [{ id: 'mine', goal: 'ferry' }] },
}

/** What changes the work: where it was applied, the end hangs on, and on nothing else. */
const changing: ReadonlySet<string> = new Set(['override', 'plan'])

/** The same changes in a run that nothing interrupts: each is sent so that it is applied at the same place. */
function sameChanges({ sent, rows }: Pick<Supervised, 'sent' | 'rows'>): Schedule {
  const applied = sent.filter(({ action, state }) => state === 'applied' && changing.has(action))
  return { deeds: applied.map((change) => sameChange(change, rows)), deaths: [] }
}

function sameChange({ action, body, appliedAt }: Intervention, rows: readonly JournalRow[]): Deed {
  const at = appliedAt ?? ''
  const change = { action: action as Action, when: { append: 0 } }
  if (action === 'override')
    return { ...change, body: { result: (body as { readonly result: Json }).result, path: at } }
  const before = lastTurnBefore(at, rows)
  return { ...change, body, ...(before !== undefined && { when: { path: before } }) }
}

/** The plan before a plan, or the yes to it: what is sent then meets the next one. A question that is overtaken is none. */
function lastTurnBefore(plan: string, rows: readonly JournalRow[]): string | undefined {
  const agreed = /^approve#\d+$/
  const isTurn = ({ type, path, result }: JournalRow) =>
    type === 'plan.changed' || (type === 'step.finished' && agreed.test(path ?? '') && !result?.includes('changed'))
  const before = rows.slice(
    0,
    rows.findIndex(({ path, type }) => path === plan && type === 'plan.changed'),
  )
  return before.findLast(isTurn)?.path ?? undefined
}

/** Where changes were applied. */
function changesIn({ sent }: Pick<Supervised, 'sent'>): readonly string[] {
  return sent
    .filter(({ action, state }) => state === 'applied' && changing.has(action))
    .map(({ action, appliedAt }) => `${action} at ${appliedAt}`)
}

/** What people send that leaves the work as it is. */
const gentle: readonly { readonly action: Action; readonly body: { readonly text?: string } }[] = [
  { action: 'pause', body: {} },
  { action: 'step', body: {} },
  { action: 'steer', body: { text: 'Keep left.' } },
  { action: 'context', body: { text: 'It rains.' } },
]

/** The most there is in a scenario: an append that comes later than all is as good as none. */
const lastAppend = 45

/** A schedule by chance: some gentle things, perhaps one that changes the work, perhaps one that ends it. */
function scheduleOf({ loop, tools = [] }: Scenario, random: () => number): Schedule {
  const when = () => ({ append: below(lastAppend, random) })
  const few = Array.from({ length: 1 + below(3, random) }, (_, nth): Deed => {
    const { action, body } = gentle[below(gentle.length, random)] ?? { action: 'pause', body: {} }
    // Each text is found again in the requests it went to.
    const own = 'text' in body ? { text: `${body.text} For the ${nth + 1}. time.` } : body
    return { when: when(), action, body: own, isTakenBack: below(6, random) === 0 }
  })
  const plan: Json = { steps: [{ id: 'mine', goal: 'Look at mine.', tool: tools[0] ?? '', input: { name: 'mine' } }] }
  const strong: readonly (Deed | undefined)[] = [
    { when: when(), action: 'override', body: { result: 'by hand' } },
    { when: when(), action: 'plan', body: toolless[loop.name] ?? plan },
    { when: when(), action: 'finish', body: {} },
    { when: when(), action: 'abort', body: {} },
  ]
  const one = strong[below(strong.length + 1, random)]
  const deeds = [...few, ...(one ? [one] : [])].toSorted((a, b) => appendOf(a) - appendOf(b))
  const anywhere = () => 1 + below(14, random)
  // Half of the time the first process dies while what was sent last is being done.
  const first = one && below(2, random) === 0 ? appendOf(one) + 1 + below(4, random) : anywhere()
  return { deeds, deaths: [first, anywhere()].slice(0, below(3, random)) }
}

function appendOf({ when }: Deed): number {
  return 'append' in when ? when.append : 0
}

/** Holds a schedule by chance against the run in which the same changes are made and nothing is interrupted. */
export async function expectSupervised(scenario: Scenario, seed: number): Promise<void> {
  const own = withPeople(scenario)
  // Other moments for each scenario: they are alike in how they begin.
  const schedule = scheduleOf(own, chance(seed + supervisedScenarios.indexOf(scenario) * 1000))
  const run = await supervise(own, schedule)
  const about = { scenario: scenario.name, seed, schedule }
  expect({ ...about, faults: run.faults }).toEqual({ ...about, faults: [] })
  const applied = new Set(run.sent.flatMap(({ action, state }) => (state === 'applied' ? action : [])))
  if (applied.has('abort') || applied.has('finish')) {
    const legal = applied.has('abort') ? /^aborted, / : finishedEnds(scenario)
    expect({ ...about, end: endText(run.end) }).toEqual({ ...about, end: expect.stringMatching(legal) })
    return
  }
  const recalled = recalledIn(run)
  if (recalled.length > 0) {
    // What had begun by then is a matter of timing. What had not is not done, and the loop comes to an end of its own.
    const begun = run.rows.filter(({ type, path }) => type === 'step.intended' && recalled.includes(path))
    expect({ ...about, begun, isBroken: /^failed:(?:loop-failed|plan-changed)/.test(run.end.outcome) }).toEqual({
      ...about,
      begun: [],
      isBroken: false,
    })
    return
  }
  const same = await supervise(own, sameChanges(run))
  const whole = { ...about, changes: changesIn(run), end: run.end }
  expect({ ...about, changes: changesIn(same), end: same.end }).toEqual(whole)
}

/** Calls that were not made because a person changed the plan while the session was paused before them. */
function recalledIn({ rows }: Supervised): readonly (string | null)[] {
  return rows.flatMap(({ type, path, data }) =>
    type === 'step.failed' && data?.includes('"code":"plan-changed"') ? [path] : [],
  )
}

function endText({ outcome, answer }: Supervised['end']): string {
  return `${outcome}, ${answer === null ? 'nothing' : 'an answer'}`
}

/** There is an answer, unless the model that is asked for it fails; with the gap, where that was known before. */
function finishedEnds({ end }: Scenario): RegExp {
  const failed = end.outcome.startsWith('failed:') ? `|${end.outcome}, ` : ''
  return new RegExp(`^(?:(?:answered|gap_open|limit:\\w+), an answer$${failed})`)
}
