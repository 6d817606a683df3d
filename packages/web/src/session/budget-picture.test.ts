import { describe, expect, it } from 'vitest'
import { begun, created, ended, modelCall, plan, toldSession } from '../../test/support/told-session.ts'
import { budgetPicture } from './budget-picture.ts'

const meter = (log: Parameters<typeof budgetPicture>[0], name: string) =>
  budgetPicture(log).find((each) => each.name === name)

const withBudget = (budget: object) => created({ budget: { onExhausted: 'wrap-up', ...budget } })

describe('what a session has spent', () => {
  it('is counted without a bar where nothing limits it', () => {
    const log = toldSession(created(), modelCall('think#1', 1200, 0.02))
    expect(budgetPicture(log).map(({ name, usedText, limitText }) => [name, usedText, limitText])).toEqual([
      ['Model calls', '1', null],
      ['Cost', '$0.02', null],
      ['Tokens', '1.2k', null],
      ['Time', '0 s', null],
    ])
  })

  it('is told beside the limit, with calls under way and what is kept for the last answer', () => {
    const log = toldSession(withBudget({ modelCalls: 10 }), modelCall('think#1', 10), begun('think#2', 'generate'))
    expect(meter(log, 'Model calls')).toEqual({
      name: 'Model calls',
      usedText: '1',
      limitText: '10',
      shares: { used: 0.1, reserved: 0.1, predicted: 0, kept: 0.1 },
      isHot: false,
    })
  })

  it('is told beside the limit in the settings of the loop, where the budget allows more or sets none', () => {
    const callsOf = (definition: Parameters<typeof created>[0]) =>
      meter(toldSession(created(definition), modelCall('plan#1', 10)), 'Model calls')
    expect(callsOf({ config: { maxModelCalls: 60 } })).toMatchObject({ usedText: '1', limitText: '60' })
    const both = { config: { maxModelCalls: 60 }, budget: { onExhausted: 'wrap-up', modelCalls: 20 } }
    expect(callsOf(both)).toMatchObject({ usedText: '1', limitText: '20' })
  })

  it('keeps a tenth of tokens unless it says otherwise, and nothing once it has ended', () => {
    const kept = (log: Parameters<typeof budgetPicture>[0]) => meter(log, 'Tokens')?.shares?.kept
    expect(kept(toldSession(withBudget({ tokens: 100 })))).toBe(0.1)
    expect(kept(toldSession(withBudget({ tokens: 100, reserve: 0.3 })))).toBe(0.3)
    expect(kept(toldSession(withBudget({ tokens: 100, onExhausted: 'fail' })))).toBe(0)
    expect(kept(toldSession(withBudget({ tokens: 100 }), ended()))).toBe(0)
  })

  it('is unknown where a price is, and has no bar then', () => {
    const log = toldSession(withBudget({ costUsd: 1 }), modelCall('think#1', 10))
    expect(meter(log, 'Cost')).toEqual({
      name: 'Cost',
      usedText: 'cost unknown',
      limitText: null,
      shares: null,
      isHot: false,
    })
  })

  it('foresees the rest of a plan from the steps that are done, and warns in time', () => {
    const steps = [
      { id: '1', goal: 'Multiply.' },
      { id: '2', goal: 'Add.' },
    ]
    const done = { type: 'note', data: { name: 'score', value: { step: '1', quality: 'good', score: 5 } } }
    const log = toldSession(withBudget({ tokens: 100 }), plan(...steps), modelCall('step#1', 60, 0), done)
    const { shares, isHot } = meter(log, 'Tokens') ?? {}
    expect([shares?.used, isHot]).toEqual([0.6, true])
    // What is kept for the last answer is not foreseen to be spent.
    expect(shares?.predicted).toBeCloseTo(0.3)
  })

  it('counts what people granted since', () => {
    const asked = {
      type: 'question.asked',
      path: 'q',
      data: { kind: 'budget', question: 'More?', data: { resource: 'modelCalls' } },
    }
    const answered = { type: 'question.answered', path: 'q', data: { kind: 'budget', text: '5' } }
    expect(meter(toldSession(withBudget({ modelCalls: 10 }), asked, answered), 'Model calls')?.limitText).toBe('15')
  })

  it('has a meter for each limit there is', () => {
    const log = toldSession(withBudget({ toolCalls: 3, perTool: { 'web.search': 2 }, rounds: 4, activeMs: 60_000 }))
    expect(budgetPicture(log).map(({ name, limitText }) => [name, limitText])).toEqual([
      ['Model calls', null],
      ['Cost', null],
      ['Tokens', null],
      ['Time', '1:00'],
      ['Tool calls', '3'],
      ['web.search', '2'],
      ['Rounds', '4'],
    ])
  })
})
