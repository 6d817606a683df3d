import { describe, expect, it } from 'vitest'
import { readStayTalk } from './stay-talk.ts'

const today = '2026-11-16'
const talk = (...texts: readonly string[]) =>
  readStayTalk({ earlier: texts.slice(0, -1), task: texts.at(-1) ?? '', said: [], today })
const answered = (task: string, ...said: readonly string[]) => readStayTalk({ earlier: [], task, said, today })

describe('a request in several turns', () => {
  it('takes the stay of the last turn', () => {
    expect(talk('Hanukkah', 'and for three people?')).toMatchObject({ stays: [{ id: 'hanukkah' }], adults: 3 })
  })

  it('goes on through all of them', () => {
    const request = talk('Hanukkah', 'and for three people?', 'Thanks!', 'and for two nights?', 'with breakfast')
    expect(request).toMatchObject({
      stays: [{ when: { kind: 'holiday', name: 'Hanukkah' }, nights: 2 }],
      adults: 3,
      wishes: { board_filter: 'breakfast' },
    })
  })

  it('takes other dates for the same guests', () => {
    expect(talk('one night in Hanukkah for 3 adults', 'what about next weekend?')).toMatchObject({
      stays: [{ when: { kind: 'hint', text: 'next weekend' }, nights: 1 }],
      adults: 3,
    })
    expect(talk('400 nights from tomorrow for 3 adults', 'January 17-19')).toMatchObject({
      stays: [{ id: 'january-17-19', nights: undefined }],
      adults: 3,
    })
  })

  it('begins anew with dates and guests', () => {
    const request = talk('Hanukkah for 3 adults with breakfast', 'a room next weekend for two')
    expect(request).toMatchObject({ stays: [{ id: 'next-weekend' }], adults: 2, wishes: {} })
  })

  it('forgets a hotel where another town is named', () => {
    expect(talk('a room at Pine Lodge next weekend', 'and in Lindhaven on Friday?')?.wishes).toEqual({})
  })

  it.each(['Thanks!', 'What is 17 * 6?', 'Sing a song.'])('is none where something else is asked: `%s`', (text) => {
    expect(talk('Hanukkah', text)).toBeUndefined()
  })

  it('has no stay where none was ever said', () => {
    expect(talk('What is 3 + 4?', 'and for three people?')).toMatchObject({ stays: [], adults: 3 })
  })
})

describe('a request that people add to', () => {
  it('has the dates that they say instead, for as many nights', () => {
    expect(answered('2020-01-05 for two nights', 'next weekend')).toMatchObject({
      stays: [{ when: { text: 'next weekend' }, nights: 2 }],
    })
    expect(answered('2020-01-05 for two nights', 'January 17-20')).toMatchObject({ stays: [{ nights: undefined }] })
  })

  it('has further stays where they say so', () => {
    expect(answered('Hanukkah', 'and also next weekend')?.stays.map(({ id }) => id)).toEqual([
      'hanukkah',
      'next-weekend',
    ])
  })
})
