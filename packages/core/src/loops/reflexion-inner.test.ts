import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { behind, gate, textsOf, told, world } from '../../../../test/support/kernel.ts'
import { bad, good, judged, labelled, run } from '../../../../test/support/reflexion-run.ts'
import { calls, type ScriptedTurn, says } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import { reflexion } from './reflexion.ts'

describe('a tool as the judge', () => {
  const seen: unknown[] = []
  const checking = (result: (answer: string) => unknown) =>
    defineTool({
      name: 'check',
      description: 'Checks an answer.',
      input: z.object({ task: z.string(), answer: z.string() }),
      effect: 'pure',
      run: (given) => {
        seen.push(given)
        return result(given.answer) as string
      },
    })
  const check = checking((answer) => ({
    pass: answer === '102',
    score: answer === '102' ? 10 : 3,
    reason: 'Recomputed.',
  }))
  const config = { evaluatorTool: 'check' }

  it('is given the task and the answer, and costs no model call', async () => {
    seen.length = 0
    const script = { think: [says('100'), says('102')], reflect: [says('Again.')] }
    const { end, paths } = await run(script, config, { tools: [check] })
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: '102',
      details: { episodes: [{ score: 3, reason: 'Recomputed.' }, { score: 10 }] },
      usage: { modelCalls: 3, toolCalls: 2 },
    })
    expect(paths).toContain('check#1[0]')
    expect(seen.slice(0, 2)).toEqual([
      { task: '17 * 6?', answer: '100' },
      { task: '17 * 6?', answer: '102' },
    ])
  })

  it('is not called again for an equal answer', async () => {
    const { end } = await run({ think: [says('100')], reflect: [says('Again.')] }, config, { tools: [check] })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: '100', usage: { toolCalls: 1 } })
  })

  it.each<[what: string, result: () => unknown, reason: string]>([
    ['fails', () => Promise.reject(new Error('offline')), 'The check failed: `check` failed: offline'],
    ['gives no verdict', () => 'ok', 'The result of the check cannot be read: it is neither'],
    [
      'gives no verdict on its first line',
      () => 'Row 1 is\nSATISFACTORY',
      'The result of the check cannot be read: it is',
    ],
    ['gives another kind of pass', () => ({ pass: 'yes' }), 'The result of the check cannot be read: `pass` must be'],
  ])('that %s is not satisfied', async (_, result, reason) => {
    const { end } = await run({ think: [says('102')] }, { ...config, maxReflections: 0 }, { tools: [checking(result)] })
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      answer: '102',
      details: { episodes: [{ verdict: 'unsatisfactory', score: 0, reason: expect.stringContaining(reason) }] },
    })
  })

  it('may score as it likes: what is no score from 0 to 10 is none', async () => {
    const passes = checking(() => ({ pass: true, score: 95 }))
    const { end } = await run({ think: [says('102')] }, config, { tools: [passes] })
    expect(end).toMatchObject({ outcome: 'answered', details: { episodes: [{ score: 10 }] } })
  })

  it('must be there before anything is paid for', async () => {
    const { end, model } = await run({ think: [says('x')] }, { evaluatorTool: 'chekc' }, { tools: [check] })
    expect(end).toMatchObject({
      outcome: 'failed:tool-unknown',
      error: { message: '`evaluatorTool` names no tool of this session: `chekc`. Tools: check.' },
    })
    expect(model.requests).toEqual([])
  })
})

describe('the loop of an episode', () => {
  it.each(['native', 'text'])('is react in the %s protocol, and invents nothing', async (protocol) => {
    const act =
      protocol === 'native'
        ? calls('search', { query: 'Oslo' })
        : says('Thought: look\nAction: search\nAction Input: {"query":"Oslo"}\nObservation: 40\nFINAL_ANSWER: 40')
    const { end, model } = await run(
      { think: [act, says('18')], evaluate: [good] },
      { inner: { loop: 'react', config: { protocol } } },
    )
    expect(end).toMatchObject({ answer: '18' })
    expect(judged(model)[0]?.['trace']).toContain('[result of search] Found Oslo.')
    expect(judged(model)[0]?.['trace']).not.toContain('40')
  })

  it('is any other, with its own settings', async () => {
    const script = { think: [says('FINAL ANSWER: 102')], evaluate: [good] }
    const { end, model } = await run(script, { inner: { loop: 'cot', config: { samples: 2 } } })
    expect(end).toMatchObject({ answer: '102', usage: { modelCalls: 3 } })
    expect(judged(model)[0]?.['trace']).toBe('[sample 1]\n  [think] 102\n[sample 2]\n  [think] 102')
  })

  it('is refused before anything is paid for when there is none of its name', async () => {
    const started = run({}, { inner: { loop: 'coot' } })
    await expect(started).rejects.toMatchObject({
      code: 'config-invalid',
      message: expect.stringContaining('there is no loop `coot`'),
    })
  })

  it('may be a reflexion itself', async () => {
    const { end } = await run(
      { think: [says('102')], evaluate: [good] },
      { inner: { loop: 'reflexion', config: {} } },
      {},
    )
    expect(end).toMatchObject({ answer: '102', usage: { modelCalls: 3 } })
  })
})

describe('reflexion that is cut short', () => {
  const script = {
    think: [says('a'), says('b'), says('c')],
    evaluate: [bad(6), bad(2)],
    reflect: [says('Again.')],
  }

  it.each([4, 5, 6, 7])('after %i calls ends with the best answer so far', async (modelCalls) => {
    const { end } = await run({ ...script, 'wrap-up': [says('')] }, {}, { budget: { modelCalls } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'a' })
  })

  it.each([4, 7])(
    'after %i calls is asked for its answer from the task, not from what it reflected on',
    async (modelCalls) => {
      // It does what it is asked.
      const obeys: ScriptedTurn = (request) => {
        const texts = textsOf(request)
        return says(texts[0] === '17 * 6?' ? 'It is 102.' : 'A note to whoever tries next.')
      }
      const { end, model } = await run({ ...script, 'wrap-up': [obeys] }, {}, { budget: { modelCalls } })
      expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'It is 102.' })
      const asked = textsOf(model.requests.at(-1))
      expect(asked).toEqual(['17 * 6?', expect.stringMatching(/^Answer now, .*\n\nThe best answer so far:\n.*\ba\b/s)])
    },
  )

  it('in its first episode answers from the task', async () => {
    const { end } = await run({ ...script, 'wrap-up': [says('About 100.')] }, {}, { budget: { modelCalls: 1 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'About 100.' })
  })
})

describe('a person', () => {
  it('may answer for an episode, of which the judge then knows the answer alone', async () => {
    const { runtime } = world()
    const held = gate()
    const model = labelled({ think: [behind(held, says('100'))], evaluate: [bad(1), good], reflect: [says('Again.')] })
    const session = await runtime.start(reflexion, '17 * 6?', { model })
    await held.isReached
    await told(session.override({ result: '102', path: 'episode#2' }))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: '102', usage: { modelCalls: 4 } })
    expect(judged(model)[1]).toMatchObject({ trace: '', answer: '102' })
  })
})
