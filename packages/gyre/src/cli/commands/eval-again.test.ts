import { setImmediate } from 'node:timers/promises'
import { defineLoop, defineTool, GyreError, type Loop } from '@gyre/core'
import { calls, fails, modelOf, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { after, counting, EvalLab, goalOf, heldAt } from '../../../test/eval-lab.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { noticed } from '../../../test/fake-place.ts'
import { asking, sessionOf } from '../../../test/session-lab.ts'

/** A loop that runs another one inside, and a tool. */
function withInner(inner: Partial<Loop>, tool: object) {
  const leaf = defineLoop({ name: 'leaf', run: async () => 'two', ...inner } as Parameters<typeof defineLoop>[0])
  const outer = defineLoop({ name: 'outer', uses: [leaf], run: async (ctx) => (await ctx.runLoop('leaf', 'x')).answer })
  const find = { name: 'find', description: 'Finds', input: z.object({ city: z.string() }), run: () => '', ...tool }
  return { loops: [outer], tools: [defineTool(find as Parameters<typeof defineTool>[0])] }
}

describe('a session of `gyre eval` at which the provider fails', () => {
  it('is a wrong answer where the prompt was too long: that is the loop’s', async () => {
    const model = modelOf(() => fails(new GyreError('model-overflow', 'Too long.')), { id: 'test/a' })
    const { code, out } = await new EvalLab({ models: [model] }).eval([after('one')], '--loops', 'direct', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out).arms).toMatchObject([{ count: 1, right: 0, outcomes: { 'failed:model-overflow': 1 } }])
  })

  it.each(['model-unavailable', 'model-auth', 'model-failed'] as const)(
    'with %s is open, and tried again by the same command',
    async (code) => {
      let isDown = true
      const error = new GyreError(code, 'Nobody is there.')
      const model = modelOf((request) => (isDown && goalOf(request).endsWith('two') ? fails(error) : says('two')), {
        id: 'test/a',
      })
      const lab = new EvalLab({ models: [model] })
      const asked = [[after('one'), after('two')], '--loops', 'direct'] as const
      const first = await lab.eval(...asked)
      expect(first.code).toBe(5)
      expect(first.err).toContain('1 session failed at the provider, not scored: Nobody is there.\n')
      expect(first.err).toContain('1 of 2 sessions have ended. Go on with:\n  gyre eval tasks.jsonl --loops direct\n')
      const second = await lab.eval(...asked, '--json')
      expect(second.code).toBe(5)
      expect(JSON.parse(second.out)).toMatchObject({
        isWhole: false,
        arms: [{ count: 1, right: 1, outcomes: { answered: 1 } }],
        open: [{ task: 'two', state: 'failed', error: { code, message: 'Nobody is there.' } }],
      })
      isDown = false
      const third = await lab.eval(...asked, '--json')
      expect(third.code).toBe(0)
      expect(JSON.parse(third.out)).toMatchObject({ isWhole: true, arms: [{ count: 2, right: 1 }], open: [] })
      expect(await lab.runtime.list()).toHaveLength(4)
    },
  )
})

describe('`gyre eval` once more', () => {
  it('repeats nothing that has ended, and runs what is new', async () => {
    const model = counting()
    const lab = new EvalLab({ models: [model] })
    await lab.eval([after('one')], '--loops', 'direct')
    const { out, err } = await lab.eval([after('two'), after('one')], '--loops', 'direct,cot', '--json')
    expect(JSON.parse(out).sessions).toEqual({ ended: 4, open: 0 })
    expect(err).toContain('1 session had ended before.')
    expect(model.requests).toHaveLength(4)
  })

  it('begins anew when it is told to, or something about an arm is another', async () => {
    const model = counting()
    const lab = new EvalLab({ models: [model, counting('test/b')] })
    await lab.runtime.personas.save({ name: 'guide', loop: 'direct', model: 'test/a' })
    const run = async (...args: string[]) => {
      const before = model.requests.length
      await lab.eval([after('one')], ...args)
      return model.requests.length - before
    }
    expect(await run('--loops', 'direct')).toBe(1)
    expect(await run('--loops', 'direct', '--scorer', 'contains')).toBe(0)
    expect(await run('--loops', 'direct', '--budget', 'modelCalls=9')).toBe(1)
    expect(await run('--loops', 'direct', '--fresh')).toBe(1)
    expect(await run('--loops', 'direct')).toBe(0)
    expect(await run('--personas', 'guide')).toBe(1)
    await lab.runtime.personas.save({ name: 'guide', loop: 'direct', model: 'test/a', instructions: 'Be brief.' })
    expect(await run('--personas', 'guide')).toBe(1)
    await lab.runtime.prompts.save('direct.system', 'Answer briefly.')
    expect(await run('--loops', 'direct')).toBe(1)
  })

  it('does not run again what only moved to another line, nor takes two equal tasks for one', async () => {
    const model = counting()
    const lab = new EvalLab({ models: [model] })
    const unnamed = (goal: string) => after(goal, { id: undefined })
    await lab.eval([unnamed('one'), unnamed('one')], '--loops', 'direct')
    expect(model.requests).toHaveLength(2)
    const { out } = await lab.eval([unnamed('two'), unnamed('one'), unnamed('one')], '--loops', 'direct', '--jsonl')
    expect(model.requests).toHaveLength(3)
    const results = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(results.map(({ task, answer }) => [task, answer])).toEqual([
      ['line-1', 'three'],
      ['line-2', 'two'],
      ['line-3', 'two'],
    ])
    expect(new Set(results.map(({ session }) => session)).size).toBe(3)
  })

  it.each([
    ['a tool says something else of itself', {}, { description: 'Finds a city' }],
    ['a tool takes something else', {}, { input: z.object({ town: z.string() }) }],
    ['a loop inside has another version', { version: 2 }, {}],
  ])('begins anew when %s', async (_, loop: Partial<Loop>, tool: object) => {
    const first = new EvalLab({ models: [counting()], ...withInner({}, {}) })
    const again = new EvalLab({ models: [counting()], ...withInner({}, {}) })
    const changed = new EvalLab({ models: [counting()], ...withInner(loop, tool) })
    const threadsOf = async (lab: EvalLab) => {
      await lab.runtime.personas.save({ name: 'guide', loop: 'outer', model: 'test/a', tools: ['find'] })
      expect((await lab.eval([after('one')], '--loops', 'outer', '--personas', 'guide')).code).toBe(0)
      return (await lab.runtime.list()).map(({ mirror }) => mirror.thread).sort()
    }
    const threads = await threadsOf(first)
    expect(threads).toHaveLength(2)
    expect(await threadsOf(again)).toEqual(threads)
    expect(new Set([...threads, ...(await threadsOf(changed))]).size).toBe(4)
  })

  it('says how many sessions it runs, and nothing where it runs none', async () => {
    const lab = new EvalLab({ models: [counting()] })
    await lab.eval([after('one')], '--loops', 'direct')
    const more = await lab.eval([after('one'), after('two')], '--loops', 'direct')
    expect(more.err).toContain('Running 1 session, 1 at once.')
    expect((await lab.eval([after('one')], '--loops', 'direct')).err).not.toContain('Running')
  })

  it('begins a task once where two do the same at once', async () => {
    const held = heldAt('after', () => says('two'))
    const lab = new EvalLab({ models: [held.model] })
    const both = Promise.all([
      lab.eval([after('one')], '--loops', 'direct', '--json'),
      lab.eval([after('one')], '--loops', 'direct', '--json'),
    ])
    await held.called
    held.letGo()
    for (const { code, out } of await both) {
      expect(code).toBe(0)
      expect(JSON.parse(out).sessions).toEqual({ ended: 1, open: 0 })
    }
    expect(await lab.runtime.list()).toHaveLength(1)
  })

  it('goes on after Ctrl-C where it stopped, and asks a model nothing twice', async () => {
    const held = heldAt('after two', ({ messages }) =>
      messages.some(({ role }) => role === 'tool') ? says('FINAL ANSWER: three') : calls('lookup', { city: 'Paris' }),
    )
    const lab = new EvalLab({ models: [held.model] })
    const asked = [[after('one'), after('two'), after('three')], '--loops', 'react', '--concurrency', '1'] as const
    const host = new FakeHost({ cwd: lab.folder })
    const stopped = lab.evalOn(host, ...asked)
    await held.called
    host.interrupt()
    await noticed(lab.runtime.store)
    held.letGo()
    const { code, out, err } = await stopped
    expect(code).toBe(130)
    expect(out).toContain('react  1  0')
    expect(err).toContain(
      '1 of 3 sessions have ended. Go on with:\n  gyre eval tasks.jsonl --loops react --concurrency 1\n',
    )
    expect(await lab.runtime.list()).toHaveLength(2)

    const again = await lab.eval(...asked, '--json')
    expect(again.code).toBe(0)
    expect(JSON.parse(again.out)).toMatchObject({
      sessions: { ended: 3, open: 0 },
      arms: [{ right: 1, mean: { modelCalls: 2 } }],
    })
    expect(await lab.runtime.list()).toHaveLength(3)
    expect(held.model.requests).toHaveLength(6)
  })

  it('goes on with the sessions of a process that left in the middle', async () => {
    const held = heldAt('after two', () => says('three'))
    const lab = new EvalLab({ models: [held.model] })
    const asked = [[after('one'), after('two')], '--loops', 'direct', '--concurrency', '1'] as const
    const host = new FakeHost({ cwd: lab.folder })
    const left = lab.evalOn(host, ...asked)
    await held.called
    host.interrupt()
    host.interrupt()
    expect((await left).code).toBe(130)
    held.letGo()
    const again = await lab.eval(...asked, '--json')
    expect(JSON.parse(again.out)).toMatchObject({ sessions: { ended: 2, open: 0 }, arms: [{ right: 1 }] })
    expect(await lab.runtime.list()).toHaveLength(2)
    // The call in flight had no answer yet: it alone is made once more.
    expect(held.model.requests).toHaveLength(3)
  })

  it('goes on with what was begun anew, not with what was there before', async () => {
    const goals: string[] = []
    let onGoal: (goal: string) => Promise<void> | void = () => {}
    const model = modelOf(async (request) => {
      goals.push(goalOf(request).split(' ').at(-1) ?? '')
      await onGoal(goals.at(-1) ?? '')
      return says('two')
    })
    const lab = new EvalLab({ models: [model] })
    const tasks = [after('one'), after('two'), after('three')]
    await lab.eval(tasks, '--loops', 'direct')
    goals.length = 0

    const host = new FakeHost({ cwd: lab.folder })
    onGoal = (goal) => (goal === 'two' ? host.interrupt() : undefined)
    const { code } = await lab.evalOn(host, tasks, '--loops', 'direct', '--concurrency', '1', '--fresh')
    onGoal = () => {}
    expect(code).toBe(130)
    expect(goals).toEqual(['one', 'two'])
    const [, since = ''] =
      /Go on with:\n {2}gyre eval tasks.jsonl --loops direct --concurrency 1 --since (\S+)\n/.exec(host.err) ?? []
    const again = () => lab.eval(tasks, '--loops', 'direct', '--since', since, '--json')
    expect((await again()).code).toBe(0)
    expect(JSON.parse((await again()).out).sessions).toEqual({ ended: 3, open: 0 })
    expect(goals).toEqual(['one', 'two', 'three'])
  })

  it('waits for a session that another process runs, says so, and stops waiting by Ctrl-C', async () => {
    const held = heldAt('after two', () => says('three'))
    const lab = new EvalLab({ models: [held.model] })
    const asked = [[after('two')], '--loops', 'direct', '--json'] as const
    const first = lab.eval(...asked)
    await held.called
    const host = new FakeHost({ cwd: lab.folder })
    const impatient = lab.evalOn(host, [after('two')], '--loops', 'direct')
    while (!host.err.includes('Waiting for 1 session that another process runs.')) await setImmediate()
    host.interrupt()
    expect((await impatient).code).toBe(130)
    const second = lab.eval(...asked)
    held.letGo()
    for (const { code, out } of [await first, await second]) {
      expect(code).toBe(0)
      expect(JSON.parse(out).arms).toMatchObject([{ right: 1 }])
    }
    expect(held.model.requests).toHaveLength(1)
  })

  it('leaves a session that waits for a person, and goes on when it was answered', async () => {
    const lab = new EvalLab({ models: [counting()], loops: [asking] })
    const asked = [[{ id: 'bike', goal: 'Buy a bike', answer: 'the red one' }], '--loops', 'asking'] as const
    const { code, err } = await lab.eval(...asked)
    expect(code).toBe(4)
    expect(err).toContain('1 session waits for a person: gyre inbox\n')
    expect((await lab.eval(...asked)).code).toBe(4)
    await lab.runtime.send(sessionOf(1), 'answer', { text: 'the red one' })
    const done = await lab.eval(...asked, '--json')
    expect(done.code).toBe(0)
    expect(JSON.parse(done.out).arms).toMatchObject([{ right: 1, outcomes: { answered: 1 } }])
    expect(await lab.runtime.list()).toHaveLength(1)
  })
})
