import { describe, expect, it } from 'vitest'
import { stepPaths, textsOf, world } from '../../../../test/support/kernel.ts'
import { modelOf, type ScriptedModel, says, scriptedModel } from '../testing/scripted-model.ts'
import { cot } from './cot.ts'

async function run(model: ScriptedModel, config = {}) {
  const { runtime } = world()
  const session = await runtime.start(cot, 'What is 17 * 6?', { model, config })
  const end = await session.outcome
  return { end, paths: await stepPaths(runtime, session.id) }
}

describe('cot', () => {
  it('asks once to think step by step, and answers with what follows the marker', async () => {
    const model = scriptedModel(says('17 * 6 = 17 * 5 + 17 = 102.\nFINAL ANSWER: 102'))
    const { end, paths } = await run(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: '102', details: { stop: 'answered' } })
    expect(paths).toEqual(['think#1'])
    expect(textsOf(model.requests[0])[0]).toContain('Think step by step.')
    expect(model.requests[0]?.temperature).toBeUndefined()
  })

  it.each([
    ['another case', 'So.\nFinal answer: 102', '102'],
    ['bold letters', 'So.\n**FINAL ANSWER:** 102', '102'],
    ['several, of which the last counts', 'FINAL ANSWER: 100\nNo.\nFINAL ANSWER: 102', '102'],
    ['thinking before it', '<think>FINAL ANSWER: 1</think>FINAL ANSWER: 102', '102'],
    ['no marker: the whole text', 'It is 102.', 'It is 102.'],
  ])('reads a reply with %s', async (_, reply, answer) => {
    expect((await run(scriptedModel(says(reply)))).end.answer).toBe(answer)
  })

  it.each(['First, 17 * 5 is', '17 * 6 is 102.\nFINAL ANSWER: 10'])(
    'does not take %j, which was cut off, for an answer',
    async (text) => {
      expect((await run(scriptedModel({ text, finish: 'length' }))).end).toMatchObject({
        outcome: 'limit:tokens',
        answer: text.split('FINAL ANSWER: ').at(-1),
        gap: expect.stringMatching(/^The reply was cut off/),
        details: { stop: 'cut-off' },
      })
    },
  )

  it('does not take an empty reply for an answer', async () => {
    expect((await run(scriptedModel(says('<think>hm</think>')))).end).toMatchObject({
      outcome: 'stuck:unreadable',
      answer: null,
      details: { stop: 'unreadable' },
    })
  })
})

describe('cot with several samples', () => {
  const answers = (...texts: readonly string[]) =>
    scriptedModel(...texts.map((text) => says(`So.\nFINAL ANSWER: ${text}`)))

  it('takes the answer that most of them reach', async () => {
    const { end, paths } = await run(answers('102', '100', '102.', ' 102'), { samples: 4 })
    expect(end).toMatchObject({
      answer: '102',
      details: {
        votes: [
          { answer: '102', votes: 3 },
          { answer: '100', votes: 1 },
        ],
      },
    })
    expect(paths.toSorted()).toEqual([0, 1, 2, 3].map((index) => `sample#1[${index}]/think#1`))
  })

  it('compares answers without case, spaces and closing points, and shows the first form', async () => {
    const { end } = await run(answers('New  York', 'Oslo.', 'new york', 'oslo', 'OSLO!'), { samples: 5 })
    expect(end.details).toEqual({
      stop: 'voted',
      votes: [
        { answer: 'Oslo.', votes: 3 },
        { answer: 'New  York', votes: 2 },
      ],
    })
  })

  it('compares numbers by their value', async () => {
    const { end } = await run(answers('$1,020', '1020.0', '1,020.00', '102'), { samples: 4 })
    expect(end).toMatchObject({ answer: '$1,020', details: { votes: [{ votes: 3 }, { votes: 1 }] } })
  })

  it('asks for variety', async () => {
    const model = answers('1', '1', '1')
    await run(model, { samples: 3 })
    expect(model.requests.map(({ temperature }) => temperature)).toEqual([0.7, 0.7, 0.7])
  })

  it('takes the first of equally frequent ones, whoever was ready first', async () => {
    const late = modelOf(async (_, { path }) => {
      const index = Number(/\[(\d)\]/.exec(path)?.[1])
      for (let turn = index; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      return says(`FINAL ANSWER: ${index}`)
    })
    expect((await run(late, { samples: 3 })).end.answer).toBe('0')
  })

  it('gives a sample without an answer no vote', async () => {
    const model = scriptedModel(says(''), says('FINAL ANSWER: 102'), says(''))
    expect((await run(model, { samples: 3 })).end).toMatchObject({ answer: '102', details: { votes: [{ votes: 1 }] } })
  })

  const cut = (text: string) => ({ text, finish: 'length' }) as const

  it('gives a sample that was cut off no vote', async () => {
    const model = scriptedModel(cut('FINAL ANSWER: 10'), cut('FINAL ANSWER: 10'), says('FINAL ANSWER: 102'))
    expect((await run(model, { samples: 3 })).end).toMatchObject({
      outcome: 'answered',
      answer: '102',
      details: { stop: 'voted', votes: [{ answer: '102', votes: 1 }] },
    })
  })

  it('ends with what most say so far when all were cut off', async () => {
    const model = scriptedModel(cut('First,'), cut('FINAL ANSWER: 10'), cut('FINAL ANSWER: 10'))
    expect((await run(model, { samples: 3 })).end).toMatchObject({
      outcome: 'limit:tokens',
      answer: '10',
      details: { stop: 'cut-off' },
    })
  })

  it('is stuck when none has an answer', async () => {
    expect(
      (
        await run(
          modelOf(() => says('')),
          { samples: 3 },
        )
      ).end,
    ).toMatchObject({ outcome: 'stuck:unreadable' })
  })
})
