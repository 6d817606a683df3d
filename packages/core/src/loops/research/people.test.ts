import { describe, expect, it } from 'vitest'
import { behind, factsOfType, gate, standing, textsOf, told } from '../../../../../test/support/kernel.ts'
import {
  type Details,
  json,
  type Options,
  quick,
  requestAt,
  researching,
  type Script,
  searchesFor,
  smallWeb,
  startResearch,
} from '../../../../../test/support/research-runs.ts'
import type { Session } from '../../runtime/session-handle.ts'
import { type ScriptedReply, says } from '../../testing/scripted-model.ts'
import type { Tool } from '../../tools/tool.ts'

const early = 'This report was written before the research was complete: somebody ended it.'
const good = 'The North Lighthouse was built in 1874 by Ada Brandt. [c1]'
const bad = good.replace('1874', '1999')
const usualPlan = searchesFor(['lighthouse lamp', 't1'], ['ferry boat', 't2'])
/** Every topic stays open. */
const open = { fullAt: 20, coverAt: 0.99 }

type Held = { readonly reply: ScriptedReply; readonly script?: Script; readonly config?: Options['config'] }

/** A session to which this is said while its model is asked at a path. */
async function toldAt(
  at: string,
  say: (session: Session) => Promise<unknown>,
  { reply, script, config = quick }: Held,
) {
  const held = gate()
  const model = researching({ ...script, [at]: behind(held, reply) })
  const { session, runtime, store } = await startResearch(model, { config })
  await held.isReached
  await told(say(session) as ReturnType<Session['finish']>)
  held.open()
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  return { end, model, runtime, store, session, details: end.details as unknown as Details }
}

describe('finish', () => {
  const finish = (session: Session) => session.finish()

  it.each([
    ['the outline is drawn', 'outline#1', json({ topics: [{ topic: 'Lighthouses' }] })],
    ['the first round is planned', 'plan#1', usualPlan],
    ['passages are made up', 'hyde#1[0]/hyde#1', says('A lamp.')],
  ])('while %s ends in a report that says that nothing was found', async (_, at, reply) => {
    const { end, details } = await toldAt(at, finish, { reply })
    expect(end).toMatchObject({
      outcome: 'gap_open',
      gap: expect.stringContaining('Nothing was found that the report could be written from.'),
      answer: expect.stringContaining(early),
    })
    expect(details).toMatchObject({ stop: 'cancelled', sections: [] })
  })

  it('while a later round is planned ends in a report of the rounds before', async () => {
    const { end, details } = await toldAt('plan#2', finish, { reply: usualPlan, config: open })
    expect(end).toMatchObject({ outcome: 'answered', answer: expect.stringContaining(early) })
    expect(details).toMatchObject({ stop: 'cancelled', title: 'Light and boats of the islands', state: { cycles: 1 } })
    expect(details.stopWhy).toMatch(/^It was cancelled after 1 cycle, at a coverage of 0\.\d+\.$/)
    expect(details.sections.map(({ isExtract }) => isExtract)).toEqual([false, false])
    expect(details.ledger.map(({ status }) => status)).toEqual(['open', 'open'])
  })

  it('while pages are read counts those that were', async () => {
    const held = gate()
    const web = smallWeb()
    const tools = web.tools.map((tool): Tool => {
      if (tool.name !== 'web.fetch') return tool
      const run: Tool['run'] = async (input, context) => {
        await held.pass()
        return tool.run(input, context)
      }
      return { ...tool, run }
    })
    const { session, runtime } = await startResearch(researching(), { tools, config: quick })
    await held.isReached
    await told(session.finish())
    held.open()
    const end = await session.outcome
    expect(end).toMatchObject({
      outcome: 'answered',
      details: { stop: 'cancelled', history: [{ pages: 8, accepted: 7 }] },
    })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })

  it.each([
    ['a section is written', 'section#1[0]/write#1', says(good)],
    ['a section does not stand', 'section#1[0]/write#1', says(`${good} ${bad}`)],
    [
      'the front is written',
      'front#1',
      json({ title: 'Light and boats of the islands', abstract: 'They have ferries.' }),
    ],
  ])('while %s changes nothing of the report but that nothing is written again', async (_, at, reply) => {
    const { end, details, model } = await toldAt(at, finish, { reply })
    expect(end.outcome).toBe('answered')
    expect(details).toMatchObject({ stop: 'covered', title: 'Light and boats of the islands' })
    expect(details.sections.map(({ isExtract }) => isExtract)).toEqual([false, false])
    expect(model.paths.filter((path) => path.includes('rewrite'))).toEqual([])
  })
})

describe('abort', () => {
  const abort = (session: Session) => session.abort()

  it('before anything was found leaves no answer', async () => {
    const { end } = await toldAt('plan#1', abort, { reply: usualPlan })
    expect(end).toMatchObject({ outcome: 'aborted', answer: null })
  })

  it('leaves what there was after the last round, without asking anybody', async () => {
    const { end, model } = await toldAt('plan#2', abort, { reply: usualPlan, config: open })
    expect(end.outcome).toBe('aborted')
    expect(end.answer).toContain('This is what was known after round 1; nobody has written it out yet. Topics that')
    expect(end.answer).not.toMatch(/cancelled|somebody/)
    expect(end.answer).toContain('## Lighthouses\n\n*This section is made of passages of the sources')
    expect(end.answer).toMatch(/## How this was researched\n\nAfter round 1 the coverage was 0\.\d\d\.\n/)
    expect(model.paths.filter((path) => /write|front/.test(path))).toEqual([])
  })

  it('leaves the last round though a topic was added in it that little was found for', async () => {
    const adds = json({
      critique: 'Volcanoes are missing.',
      thought: 'Add them.',
      plan: [
        { action: 'ADD_TO_OUTLINE', topic: 'Volcanoes' },
        { action: 'SEARCH', query: 'lava', target_outline_topic: 'Volcanoes' },
      ],
    })
    const { end } = await toldAt('plan#3', abort, { reply: usualPlan, script: { 'plan#2': adds }, config: open })
    expect(end.answer).toContain('This is what was known after round 2;')
    expect(end.answer).toContain('| Volcanoes | 0.00 |')
  })
})

describe('searches that a person edits', () => {
  /** Stopped before the searches of the second round are shown. */
  async function edited(steps: (old: readonly { readonly id: string; readonly goal: string }[]) => readonly object[]) {
    const config = { ...open, maxCycles: 2 }
    const script = { 'plan#1': searchesFor(['lighthouse lamp', 't1']) }
    const reply = searchesFor(['ferry boat', 't2'], ['pier passengers', 't2'])
    const old = [
      { id: 's1', goal: 'ferry boat', topic: 't2' },
      { id: 's2', goal: 'pier passengers', topic: 't2' },
    ]
    const say = (session: Session) => session.editPlan(steps(old) as Parameters<Session['editPlan']>[0], { by: 'ada' })
    return toldAt('plan#2', say, { reply, script, config })
  }

  it('are made as they leave them', async () => {
    const { details, runtime, session } = await edited(([first]) => [{ ...first, goal: 'winter ice' }])
    expect(details.state.queries).toEqual(['lighthouse lamp', 'winter ice'])
    expect(details.state.results[1]).toMatchObject({ query: 'winter ice', topic: 't2', cycle: 2 })
    const changed = await factsOfType(runtime, session.id, 'plan.changed')
    expect(changed[1]).toMatchObject({ path: 'publish#2', data: { edited: true, by: ['ada'] } })
  })

  it('are for the topic that they fit when none is named', async () => {
    const { details } = await edited((old) => [...old, { id: 'mine', goal: 'keepers and lamps' }])
    expect(details.state.results.slice(1)).toMatchObject([
      { query: 'ferry boat', topic: 't2' },
      { query: 'pier passengers', topic: 't2' },
      { query: 'keepers and lamps', topic: 't1' },
    ])
  })

  it('may all be taken out: the round finds nothing', async () => {
    const { details, end } = await edited(() => [])
    expect(details.history).toMatchObject([{ searches: 1 }, { searches: 0, pages: 0, accepted: 0, gain: 0 }])
    expect(end.status).not.toBe('failed')
  })

  it('are rejected when one says not what to search for', async () => {
    const { details, store, session } = await edited(([first]) => [{ ...first, goal: ' ' }])
    expect(details.state.queries).toEqual(['lighthouse lamp', 'ferry boat', 'pier passengers'])
    expect((await standing(store, session.id))[0]).toContain('s1: goal: what to search for')
  })
})

describe('steer', () => {
  it('reaches the planner of the next round', async () => {
    const say = (session: Session) => session.steer('Look at the fog signal.')
    const { model, store, session } = await toldAt('plan#1', say, {
      reply: usualPlan,
      config: { ...open, maxCycles: 2 },
    })
    expect(textsOf(requestAt(model, 'plan#2')).at(-1)).toContain('Look at the fog signal.')
    expect(await standing(store, session.id)).toEqual(['steer applied at plan#2'])
  })
})
