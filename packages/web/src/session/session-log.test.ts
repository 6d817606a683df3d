import { defineLoop, type Loop, Runtime, type SessionEvent, user } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { SessionLog } from './session-log.ts'

const twoSteps = defineLoop({
  name: 'two-steps',
  async run(ctx, task) {
    const draft = await ctx.generate([user(task.goal)], { label: 'draft' })
    ctx.note('score', { score: 4 })
    await ctx.plan([{ id: 's1', goal: 'Shorten it.' }])
    return (await ctx.generate([user(draft.text)], { label: 'shorten' })).text
  },
})

async function eventsOf(loop: Loop, goal: string): Promise<readonly SessionEvent[]> {
  const runtime = new Runtime({ store: memoryStore(), model: modelOf(() => says('FINAL ANSWER: a spiral')), loops: [] })
  const session = await runtime.start(loop, { goal })
  const events: SessionEvent[] = []
  for await (const event of session.events) events.push(event)
  await runtime.close()
  return events
}

const logOf = (events: readonly SessionEvent[]) => {
  const log = new SessionLog('ses_1')
  for (const event of events) log.apply(event)
  return log
}

describe('the log of a session', () => {
  it('holds its steps in the order they ended, its notes and plans, and how it ended', async () => {
    const log = logOf(await eventsOf(twoSteps, 'What is a gyre?'))
    expect(log.steps.map(({ path, kind, state }) => [path, kind, state])).toEqual([
      ['draft#1', 'generate', 'finished'],
      ['plan#1', 'plan', 'finished'],
      ['shorten#1', 'generate', 'finished'],
    ])
    expect(log.stepByPath.get('shorten#1')?.name).toBe('shorten')
    expect(log.notesNamed('score').map(({ value }) => value)).toEqual([{ score: 4 }])
    expect(log.plans.map(({ path, steps }) => [path, steps])).toEqual([['plan#1', [{ id: 's1', goal: 'Shorten it.' }]]])
    expect([log.view.outcome, log.view.answer, log.hasEnded]).toEqual(['answered', 'FINAL ANSWER: a spiral', true])
  })

  it('is the same with and without what previews its facts', async () => {
    const events = await eventsOf(twoSteps, 'What is a gyre?')
    const facts = events.filter((event) => 'seq' in event)
    const [all, bare] = [logOf(events), logOf(facts)]
    expect(bare.steps).toEqual(all.steps)
    expect(bare.view.usage).toEqual(all.view.usage)
    expect(all.running.size).toBe(0)
  })

  it('takes no fact twice, however a stream is taken up again', async () => {
    const events = await eventsOf(twoSteps, 'What is a gyre?')
    expect(logOf([...events, ...events]).facts).toEqual(logOf(events).facts)
  })

  it('knows what is under way, and what was said of it so far', () => {
    const log = new SessionLog('ses_1')
    const delta = (type: 'step.started' | 'text.delta', data: object) =>
      log.apply({ v: 1, at: '2026-01-01T00:00:00.000Z', type, session: 'ses_1', path: 'draft#1', data: { ...data } })
    delta('step.started', { kind: 'generate', role: 'author' })
    delta('text.delta', { text: 'A spi', offset: 0 })
    delta('text.delta', { text: 'ral', offset: 5 })
    expect(log.running.all.map(({ path, name, text }) => [path, name, text])).toEqual([
      ['draft#1', 'draft', 'A spiral'],
    ])
    // The same piece again, as after a cut: no word is double.
    delta('text.delta', { text: 'ral', offset: 5 })
    expect(log.running.at('draft#1')?.text).toBe('A spiral')
  })
})
