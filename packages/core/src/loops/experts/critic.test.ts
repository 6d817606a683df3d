import { describe, expect, it } from 'vitest'
import { expert, plans, task } from '../../../../../test/support/experts-replies.ts'
import { given, runExperts } from '../../../../../test/support/experts-runs.ts'
import { factsOfType } from '../../../../../test/support/kernel.ts'
import { fails, modelOf, type ScriptedReply, says } from '../../testing/scripted-model.ts'

const answer = 'The bridge was opened in 1952. '.repeat(10).trim()

/** A session whose critic says this. */
function withCritic(reply: ScriptedReply, config = {}) {
  const model = modelOf((_, { path }) => {
    if (path.endsWith('plan#1')) return plans(task('1', 'When?'))
    return path.startsWith('critic') ? reply : expert(answer)
  })
  return { model, run: runExperts(model, { config }) }
}

const verdicts = async ({ runtime, session }: Awaited<ReturnType<typeof runExperts>>) =>
  (await factsOfType(runtime, session.id, 'note'))
    .map(({ data }) => data)
    .filter((note) => JSON.stringify(note).includes('"critic"'))

describe('the critic', () => {
  it('sees the answer and what it was written from', async () => {
    const { model, run } = withCritic(says('CONFIRMED'))
    await run
    expect(given(model, 2)).toMatchObject({ answer, results: expect.stringContaining('PRIMARY (general expert') })
  })

  it('corrects an answer', async () => {
    const corrected = answer.replaceAll('1952', '1953')
    expect((await withCritic(says(corrected)).run).end).toMatchObject({ outcome: 'answered', answer: corrected })
  })

  it.each<[what: string, reply: ScriptedReply, reason: string]>([
    ['says nothing', says(''), 'it is empty'],
    ['drops most of the answer', says('1953.'), 'it drops most of the answer'],
    ['is cut off', { text: answer.slice(0, 200), finish: 'length' }, 'it was cut off'],
    ['fails', fails(new Error('down')), 'the critic failed: down'],
  ])('that %s leaves the answer, and a note says why', async (_, reply, reason) => {
    const run = await withCritic(reply).run
    expect(run.end).toMatchObject({ outcome: 'answered', answer })
    expect(await verdicts(run)).toEqual([{ name: 'critic', value: { verdict: 'refused', reason } }])
  })

  it('that speaks about the answer is asked once more, and shown the answer', async () => {
    const { model, run } = withCritic(says('The answer is correct.'))
    const { end, paths } = await run
    expect(end).toMatchObject({ outcome: 'answered', answer })
    expect(paths).toContain('critic#1/repair#1')
    expect(given(model, 3)).toEqual({ answer })
  })

  it('that denies the answer and then corrects it has corrected it', async () => {
    const corrected = answer.replaceAll('1952', '1961')
    const replies = [says('NOT CONFIRMED: it was opened in 1961.'), says(`Corrected answer:\n${corrected}`)].values()
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('1', 'When?'))
      return (path.startsWith('critic') ? replies.next().value : undefined) ?? expert(answer)
    })
    expect((await runExperts(model)).end).toMatchObject({ outcome: 'answered', answer: corrected })
  })

  it('that denies the answer and gives no other leaves it, with a gap', async () => {
    const words = 'NOT CONFIRMED: it was opened in 1961.'
    const run = await withCritic(says(words)).run
    const gap = `The critic denies the answer: ${words}`
    expect(run.end).toMatchObject({ outcome: 'gap_open', answer, gap, details: { stop: 'denied', agentic_gap: gap } })
    expect(await verdicts(run)).toEqual([{ name: 'critic', value: { verdict: 'denied', reason: words } }])
  })

  it('that denies an answer with a known gap says so beside it', async () => {
    const admission = 'I cannot find the year.'
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('1', 'When?'))
      return path.startsWith('critic') ? says('The answer is wrong.') : expert(admission, 'low', 'the year')
    })
    const { end } = await runExperts(model)
    expect(end.gap).toMatch(/^Task 1 was not done: .*\nThe critic denies the answer: The answer is wrong\.$/)
  })

  it('that thinks aloud and confirms in the end leaves every byte of the answer', async () => {
    const { end } = await withCritic(says('The year fits the plate.\nThe rest is fine.\nCONFIRMED')).run
    expect(end.answer).toBe(answer)
  })

  it('is not asked when it is switched off', async () => {
    const { paths } = await withCritic(says('x'), { critic: false }).run
    expect(paths).not.toContain('critic#1')
  })
})

describe('an answer', () => {
  const replies = (merge: ScriptedReply) =>
    modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('1', 'When?'))
      return path.startsWith('merge') ? merge : expert('In 1952.', 'medium')
    })

  it('that was cut off is given as a piece', async () => {
    const { end } = await runExperts(replies({ text: 'It was', finish: 'length' }))
    expect(end).toMatchObject({
      outcome: 'limit:tokens',
      answer: 'It was',
      details: { stop: 'cut-off', agentic_iteration: 0 },
    })
  })

  it('that is silence leaves what the experts said', async () => {
    const { end } = await runExperts(replies(says('')))
    expect(end).toMatchObject({ outcome: 'stuck:unreadable', answer: 'In 1952.', details: { stop: 'unreadable' } })
  })

  it('of an expert that was cut off is no sure one', async () => {
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('1', 'When?'))
      if (path.startsWith('task')) return { text: 'In 1952.\nCONFIDENCE: high', finish: 'length' }
      return path.startsWith('merge') ? says('In 1952, perhaps.') : says('CONFIRMED')
    })
    const { end } = await runExperts(model)
    expect(end).toMatchObject({
      answer: 'In 1952, perhaps.',
      details: { tasks: [{ confidence: 'medium', outcome: 'limit:tokens' }] },
    })
  })
})
