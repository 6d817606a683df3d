import { describe, expect, it } from 'vitest'
import { earlier, logOfScenario } from '../../../test/support/loop-log.ts'
import { type LadderPicture, ladderPicture, questionKey } from './ladder-picture.ts'

const brief = ({ turns }: LadderPicture) =>
  turns.map(({ rungs }) =>
    rungs.map(
      ({ number, question, state, answer, source, tool }) =>
        `${number} ${question} | ${state} | ${answer} | ${tool ?? source}`,
    ),
  )

describe('the ladder of a self-ask session', () => {
  it('shows who answered each follow-up, and which was known already', async () => {
    const picture = ladderPicture(await logOfScenario('self-ask with a tool that looks up'), '')
    expect(brief(picture)).toEqual([
      [
        '1 the sky | done | saw the sky | look',
        '2 the sea | done | saw the sea | look',
        '3 The sky? | done | saw the sky | earlier',
      ],
      ['4 the sea | done | saw the sea | earlier'],
    ])
    expect(picture).toMatchObject({ goal: 'What is where?', asked: 4, answered: 4, limit: 8, stop: null })
    expect(picture.end).toEqual({ path: 'ask#3', state: 'finished', answer: 'All is there: saw the sea' })
  })

  it('keeps what failed, and what holds no question', async () => {
    const picture = ladderPicture(await logOfScenario('self-ask with tools of every effect'), '')
    const states = picture.turns.map(({ rungs }) => rungs.map(({ question, state }) => `${question}: ${state}`))
    expect(states).toEqual([
      ['the vase: done', 'put name cup: done', 'send name note: done', 'fly: refused'],
      ['send name letter: done', 'no question: refused'],
    ])
  })

  it('takes one follow-up of a reply when they are not answered side by side', async () => {
    const picture = ladderPicture(await logOfScenario('self-ask in the text protocol'), '')
    expect(picture.turns[0]?.rungs.map(({ number, question, answer }) => [number, question, answer])).toEqual([
      [1, 'the sky', 'saw the sky'],
      [null, 'the sea', 'Not asked: one question at a time.'],
    ])
    expect(picture.turns.map(({ fault }) => fault !== null)).toContain(true)
    expect(picture.end?.answer).toBe('Up there.')
  })

  it('lets the model answer by heart where there is no tool', async () => {
    const picture = ladderPicture(await logOfScenario('self-ask by heart'), '')
    expect(brief(picture).slice(0, 2)).toEqual([
      ['1 Where is the sky? | done | Above. | model', '2 Where is the sea? | failed | No answer came. | model'],
      ['3 Where is the sea? | done | Below. | model', '4 Where is the sea? | done | Below. | earlier'],
    ])
  })

  it('says which follow-ups there was no room for', async () => {
    const picture = ladderPicture(await logOfScenario('self-ask that runs out of follow-ups'), '')
    expect(picture).toMatchObject({ asked: 3, answered: 3, limit: 3, stop: 'limit' })
    expect(picture.turns[1]?.rungs.at(-1)).toMatchObject({
      number: null,
      question: 'below',
      answer: 'Not asked: no follow-ups are left.',
    })
    expect(picture.end).toMatchObject({ path: 'conclude#1', answer: 'Nothing there.' })
  })

  it('has an open rung while its answer is not there', async () => {
    const log = earlier(await logOfScenario('self-ask with a tool that looks up'), 2)
    const picture = ladderPicture(log, '')
    expect(picture.turns[0]?.rungs.map(({ state }) => state)).toEqual(['next', 'next', 'next'])
    expect([picture.asked, picture.answered, picture.end]).toEqual([3, 0, null])
  })
})

describe('two questions', () => {
  it('are one whatever their case, spaces and closing marks', () => {
    expect(questionKey('Who  built it? ')).toBe('who built it')
    expect(questionKey('who built it.')).toBe('who built it')
    expect(questionKey('??')).toBe('??')
  })
})
