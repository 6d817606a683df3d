import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { asks, final, lastResults, run } from '../../../../../test/support/self-ask-run.ts'
import { calls, modelOf, says, scriptedModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../../tools/tool.ts'

describe('a follow-up that was asked before', () => {
  const again = 'who BUILT the  Petrel'

  it('is shown its answer again, without a call', async () => {
    const model = scriptedModel(asks('Who built the Petrel?'), asks(again), final('x'))
    const { paths, end } = await run(model)
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'ask#3'])
    expect(lastResults(model)).toMatchObject([{ id: 'call_2_0', text: 'Found Who built the Petrel?.' }])
    expect(end.details).toMatchObject({ asked: 2, followUps: ['Who built the Petrel?'] })
  })

  it('is told so with the switch off, and not asked either', async () => {
    const model = scriptedModel(asks('Who built the Petrel?'), asks(again), final('x'))
    const { paths } = await run(model, { config: { reuse: false } })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'ask#3'])
    expect(lastResults(model)).toMatchObject([{ text: expect.stringMatching(/^You have asked this before/) }])
  })

  it('is asked once within one reply', async () => {
    const model = scriptedModel(asks('Who built the Petrel?', again), final('x'))
    const { paths } = await run(model)
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2'])
    expect(lastResults(model).map(({ text }) => text)).toEqual(Array(2).fill('Found Who built the Petrel?.'))
  })

  it('counts once for each reply: the model has not seen the answer in between', async () => {
    const thrice = Array<string>(3).fill('Who built it?')
    const model = scriptedModel(asks(...thrice), asks(...thrice), final('Ravel Yard.'))
    const { end, paths } = await run(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Ravel Yard.', details: { asked: 6 } })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'ask#3'])
  })

  it('is another when an operator is', async () => {
    const model = scriptedModel(asks('What is 7 + 3?'), asks('What is 7 - 3?'), final('10 and 4'))
    expect((await run(model)).paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'look#2[0]', 'ask#3'])
  })

  it.each([true, false])('ends the asking when it comes a third time (reuse %s)', async (reuse) => {
    const model = modelOf(({ tools }) => (tools ? asks('Who built it?') : final('Ravel Yard.')))
    const { end, paths } = await run(model, { config: { reuse } })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Ravel Yard.', details: { stop: 'repeated' } })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'ask#3', 'conclude#1'])
  })
})

describe('a follow-up in other words: a call of the tool that looks it up', () => {
  const looks = (query: string) => calls('search', { query })

  it('is not looked up again when it was asked before', async () => {
    const model = scriptedModel(asks('Who?'), looks('who'), final('x'))
    const { paths, end } = await run(model)
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'ask#3'])
    expect(lastResults(model)).toMatchObject([{ id: 'call_2_0', tool: 'search', text: 'Found Who?.' }])
    expect(end.details).toMatchObject({ asked: 2, followUps: ['Who?'] })
  })

  it('is not asked again when it was looked up before, in text either', async () => {
    const model = scriptedModel(says('Tool: search\nTool Input: {"query":"Who?"}'), says('Follow up: Who?'), final('x'))
    const { paths, end } = await run(model, { config: { protocol: 'text' } })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'ask#3'])
    expect(end.details).toMatchObject({ asked: 2, followUps: ['Who?'] })
  })

  it('is a call of its own with more than a question', async () => {
    const paged = defineTool({
      name: 'search',
      description: 'Searches.',
      input: z.object({ query: z.string(), page: z.int().optional() }),
      effect: 'pure',
      run: ({ page }) => `Page ${page ?? 1}.`,
    })
    const model = scriptedModel(asks('Who?'), calls('search', { query: 'Who?', page: 2 }), final('x'))
    const { paths, end } = await run(model, { tools: [paged] })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'look#2[0]', 'ask#3'])
    expect(lastResults(model)).toMatchObject([{ text: 'Page 2.' }])
    expect(end.details).toMatchObject({ asked: 2, followUps: ['Who?'] })
  })
})

describe('a follow-up whose lookup failed', () => {
  /** Fails as often as this, then answers. */
  const failing = (times: number) => {
    let calls = 0
    return defineTool({
      name: 'search',
      description: 'Searches.',
      input: z.object({ query: z.string() }),
      effect: 'pure',
      run: () => {
        calls += 1
        if (calls <= times) throw new Error('offline')
        return 'Ravel Yard.'
      },
    })
  }

  it.each([true, false])('is looked up again when it is asked again (reuse %s)', async (reuse) => {
    const model = scriptedModel(asks('Who built it?'), asks('Who built it?'), final('Ravel Yard.'))
    const { end, paths } = await run(model, { tools: [failing(1)], config: { reuse } })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'look#2[0]', 'ask#3'])
    expect(lastResults(model)).toMatchObject([{ text: 'Ravel Yard.' }])
    expect(end.details).toEqual({ stop: 'answered', asked: 2, followUps: ['Who built it?'] })
  })

  it('is refused the third time, and the final answer is asked for', async () => {
    const model = modelOf(({ tools }) => (tools ? asks('Who built it?') : final('Nobody knows.')))
    const { end, paths } = await run(model, { tools: [failing(9)] })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2', 'look#2[0]', 'ask#3', 'look#3[0]', 'conclude#1'])
    expect(JSON.stringify(model.requests.at(-1))).toContain('was called with exactly these arguments twice already')
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Nobody knows.', details: { stop: 'repeated' } })
  })

  it('is looked up once within one reply', async () => {
    const model = scriptedModel(asks('Who built it?', 'Who built it?'), final('x'))
    const { paths } = await run(model, { tools: [failing(1)] })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2'])
    expect(lastResults(model)).toMatchObject([{ error: true }, { error: true }])
  })
})
