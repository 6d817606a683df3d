/** Whatever people do, and whenever the process dies: a session ends, says why, and replays. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { equipment, factsOf, loopOf, search, turns, type World, world } from '../../../../test/support/kernel.ts'
import type { JsonObject } from '../json.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { Fact } from '../ports/facts.ts'
import { calls, modelOf, says } from '../testing/scripted-model.ts'
import { simulatedClock } from '../testing/simulated-time.ts'
import { defineTool } from '../tools/tool.ts'
import type { SessionEnd } from './conclusion.ts'
import type { Runtime } from './runtime.ts'
import type { Session } from './session-handle.ts'

/** A bit of everything: branches, branches in branches, child loops, tools that ask, a cache, a plan, a question. */
const busy = loopOf('busy', async (ctx) => {
  const messages = [user('start')]
  messages.push((await ctx.generate(messages)).message)
  const work = async (item: string, branch: typeof ctx) => {
    const own = [...messages, user(item)]
    own.push((await branch.generate(own)).message)
    await branch.runLoop(react, item, item === 'b' ? { budget: { modelCalls: 2 } } : {})
    await branch.map(['x', 'y'], (each, inner) => inner.generate([...own, user(each)]), { label: 'inner' })
    await branch.generate(own)
  }
  await ctx.map(['a', 'b', 'c'], work, { concurrency: 2 })
  const sums = ['1', '2'].map((n) => ({ type: 'tool-call', id: n, tool: 'sum', input: { n } }) as const)
  await ctx.callTools(sums)
  ctx.note('cached', await ctx.cache('k', async (inside) => (await inside.generate(messages)).text))
  await ctx.plan([{ id: '1', goal: 'x' }])
  const answer = await ctx.askHuman('Which?')
  return (await ctx.generate([...messages, user(answer)])).text
})

const sum = defineTool({
  name: 'sum',
  description: 'Sums up.',
  input: z.object({ n: z.string() }),
  approval: 'first-use',
  effect: 'idempotent',
  run: async ({ n }, { generate }) => (await generate([user(n)])).text,
})

const model = modelOf(async ({ messages, tools }, { path }) => {
  await turns(1)
  return tools && messages.length < 4 ? calls('search', { query: path }) : says(path)
})

const deeds: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
  pause: (session) => session.pause(),
  resume: (session) => session.resume(),
  step: (session) => session.step(),
  steer: (session) => session.steer('Look twice.'),
  context: (session) => session.addContext('It is late.'),
  result: (session) => session.override({ result: 'person' }),
  tool: (session) => session.override({ tool: 'search', input: { query: 'mine' } }),
  plan: (session) => session.editPlan([{ id: '9', goal: 'mine' }]),
  answer: (session) => session.answer('b'),
  finish: (session) => session.finish(),
  abort: (session) => session.abort(),
}

/** What comes too late is refused, and that is all right. */
async function tried(doing: Promise<unknown>): Promise<void> {
  await doing.catch((error) => expect(error).toMatchObject({ code: expect.stringMatching(/^session-(?:ended|busy)$/) }))
}

/** The process dies: another one, an hour later, goes on. */
async function goneOn(here: World, session: Session, crashes: number): Promise<Session> {
  const later = here.another({ clock: simulatedClock(here.clock.now() + crashes * 3_600_000) })
  await tried(later.resume(session.id))
  return later.session(session.id)
}

const answers: Readonly<Record<string, string>> = { approval: 'approve', budget: 'finish', question: 'b' }

/** Resumes and answers until the session has ended. */
async function broughtToItsEnd(runtime: Runtime, session: Session): Promise<SessionEnd> {
  let end: SessionEnd | undefined
  const ended = session.outcome.then((each) => {
    end = each
    return each
  })
  for (let round = 0; round < 60 && !end; round++) {
    const { view } = await runtime.read(session.id)
    if (view.status === 'paused') await tried(session.resume())
    for (const { path, kind } of view.questions.values()) {
      await tried(session.answer(answers[kind] ?? '', { question: path }))
    }
    await turns(20)
  }
  return Promise.race([ended, Promise.reject(new Error('The session does not end.'))])
}

const idsOf = (facts: readonly Fact[], type: Fact['type'], isSteer: boolean) =>
  facts
    .filter((fact) => fact.type === type && ((fact.data as JsonObject)['action'] === 'steer') === isSteer)
    .map(({ data }) => `${(data as JsonObject)['id']} ${(data as JsonObject)['branch'] ?? ''}`)

function expectSound(facts: readonly Fact[]): void {
  expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, index) => index + 1))
  expect(facts.at(-1)?.type).toBe('session.ended')
  const paths = facts.filter(({ type }) => /^(?:step\.f|plan)/.test(type)).map(({ path }) => path)
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
  for (const isSteer of [true, false]) {
    const applied = idsOf(facts, 'intervention.applied', isSteer)
    expect(new Set(applied).size).toBe(applied.length)
  }
}

/** Of what the journal tells that it was sent, nothing is left undecided. */
async function expectSettled({ store }: World, session: string, facts: readonly Fact[]): Promise<void> {
  const told = facts.filter(({ type }) => type === 'intervention.queued').map(({ data }) => (data as JsonObject)['id'])
  const open = (await store.interventions.list(session)).filter(
    ({ id, state }) => state === 'queued' && told.includes(id),
  )
  expect(open).toEqual([])
}

const script = fc.array(
  fc.record({ what: fc.constantFrom(...Object.keys(deeds), 'park', 'crash'), after: fc.nat({ max: 4 }) }),
  { maxLength: 12 },
)
const limit = fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined })

type Deed = { readonly what: string; readonly after: number }

async function livedThrough(here: World, begun: Session, done: readonly Deed[]): Promise<Session> {
  let session = begun
  for (const [index, { what, after }] of done.entries()) {
    await turns(after)
    if (what === 'park') await here.clock.advance(31_000)
    else if (what === 'crash') session = await goneOn(here, session, index + 1)
    else await tried(deeds[what]?.(session) ?? Promise.resolve())
  }
  return session
}

/** Its other call looked whether it had to wait for the answer while the question was being closed. */
const answeredAsItWasOverridden: Deed[] = ['park', 'steer', 'result', 'park'].map((what) => ({ what, after: 0 }))

/** Its record was written and not yet waited for. */
const abortedAsItFailed: Deed[] = ['finish', 'abort'].map((what) => ({ what, after: 0 }))

it('a session ends, whatever people do to it and wherever its process dies', { timeout: 60_000 }, async () => {
  const policy = fc.constantFrom('wrap-up', 'ask')
  await fc.assert(
    fc.asyncProperty(script, limit, policy, async (done, modelCalls, onExhausted) => {
      const here = world(equipment(busy, model, search, sum))
      const budget = modelCalls === undefined ? {} : ({ modelCalls, onExhausted } as const)
      const begun = await here.runtime.start(busy, 'Go.', { model, tools: [search, sum], budget, strict: true })
      const session = await livedThrough(here, begun, done)
      const end = await broughtToItsEnd(here.runtime, session)
      expect(end.outcome).toMatch(/^(?:answered|aborted|limit:calls)$/)
      if (end.outcome !== 'aborted') expect(end.answer).not.toBeNull()
      expect(end.usage.modelCalls).toBeLessThanOrEqual(modelCalls ?? Number.POSITIVE_INFINITY)
      const facts = await factsOf(here.runtime, session.id)
      expectSound(facts)
      await expectSettled(here, session.id, facts)
      expect(await here.runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
    }),
    {
      numRuns: 100,
      examples: [
        [answeredAsItWasOverridden, undefined, 'wrap-up'],
        [abortedAsItFailed, 1, 'ask'],
      ],
    },
  )
})
