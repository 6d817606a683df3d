import { describe, expect, it } from 'vitest'
import { earlier, logOfScenario } from '../../../test/support/loop-log.ts'
import { attemptsPicture } from './attempts-picture.ts'

const pictureOf = async (name: string) => attemptsPicture(await logOfScenario(name), '')

describe('the attempts of a reflexion session', () => {
  it('have a score each, and what was learned from the first', async () => {
    const picture = await pictureOf('reflexion that is satisfied with its second episode')
    expect(picture).toMatchObject({ inner: 'react', limit: 4, best: 2, stop: 'satisfactory', isOver: true })
    expect(picture.attempts).toMatchObject([
      {
        number: 1,
        path: 'episode#1',
        state: 'judged',
        answer: 'All is tidy.',
        verdict: { isSatisfactory: false, score: 3, reason: 'The cup is missing.' },
        judgePath: 'evaluate#1',
        reflection: { path: 'reflect#1', state: 'finished' },
        isBest: false,
      },
      {
        number: 2,
        answer: 'Done: sent note',
        verdict: { isSatisfactory: true, score: 9 },
        reflection: null,
        isBest: true,
      },
    ])
  })

  it('are returned by their score, not by their order', async () => {
    const picture = await pictureOf('reflexion in the text protocol with a verdict to be repaired')
    expect(picture.best).toBe(1)
    expect(picture.attempts.map(({ judgePath }) => judgePath)).toEqual(['evaluate#1/repair#1', 'evaluate#2/repair#1'])
    expect(picture.attempts[1]?.verdict?.reason).toMatch(/^The verdict could not be read/)
  })

  it('keep one that failed, with the reason, and go on', async () => {
    const { attempts } = await pictureOf('reflexion with an episode that fails')
    expect(attempts[0]).toMatchObject({ state: 'failed', answer: null, outcome: 'out of order', judgePath: null })
    expect(attempts[1]).toMatchObject({ state: 'judged', answer: 'Tidy.', judgePath: 'evaluate#1', isBest: true })
  })

  it('say when a judge failed, and when a reflection did', async () => {
    const { attempts, best, stop } = await pictureOf('reflexion whose reflection fails, and then its judge')
    expect(attempts[0]?.reflection).toMatchObject({ state: 'failed', text: 'out of order' })
    expect(attempts[1]).toMatchObject({ state: 'unjudged', answer: 'Done.' })
    expect([best, stop]).toEqual([1, 'unjudged'])
  })

  it('are judged by a tool where one is named', async () => {
    const { judgeTool, attempts } = await pictureOf('reflexion judged by a tool that refuses')
    expect(judgeTool).toBe('put')
    expect(attempts.map(({ judgePath }) => judgePath)).toEqual(['check#1[0]', null, 'check#2[0]'])
  })

  it('are there as soon as anything happens inside of them', async () => {
    const log = await logOfScenario('reflexion that is satisfied with its second episode')
    const inside = attemptsPicture(earlier(log, 3), '')
    expect(inside.attempts).toMatchObject([{ number: 1, state: 'running', answer: null, verdict: null }])
    expect([inside.best, inside.inner]).toEqual([null, 'react'])
    const ended = log.facts.findIndex(({ path }) => path === 'episode#1') + 1
    expect(attemptsPicture(earlier(log, ended), '').attempts[0]).toMatchObject({ state: 'judging' })
  })
})
