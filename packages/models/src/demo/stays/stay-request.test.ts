import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStayRequest } from './stay-request.ts'

const today = '2026-11-16'
const read = (text: string) => readStayRequest(text, today)

describe('a request for rooms', () => {
  it.each([
    ['one night in Hanukkah', [['one night in Hanukkah', { kind: 'holiday', name: 'Hanukkah' }, 1]]],
    ['3 days after Easter, two nights', [['3 days after Easter', { kind: 'hint', text: '3 days after Easter' }, 2]]],
    [
      'between Christmas and New Year and also the weekend after Easter',
      [
        ['between Christmas and New Year', { kind: 'hint', text: 'between Christmas and New Year' }, undefined],
        ['weekend after Easter', { kind: 'hint', text: 'weekend after Easter' }, undefined],
      ],
    ],
    [
      'one night in Eid al-Fitr, two in Day of the Dead 2027 or a week in two weeks',
      [
        ['one night in Eid al-Fitr', { kind: 'holiday', name: 'Eid al-Fitr' }, 1],
        ['Day of the Dead 2027', { kind: 'holiday', name: 'Day of the Dead', year: 2027 }, undefined],
        ['a week in two weeks', { kind: 'hint', text: 'in two weeks' }, 7],
      ],
    ],
    ['Which rooms are free next weekend?', [['next weekend', { kind: 'hint', text: 'next weekend' }, undefined]]],
    [
      'first weekend of March',
      [['first weekend of March', { kind: 'hint', text: 'first weekend of March' }, undefined]],
    ],
    ['January 17, 2027', [['January 17, 2027', { kind: 'days', start: '2027-01-17', end: '2027-01-17' }, undefined]]],
    ['17-12 January', [['17-12 January', { kind: 'hint', text: '17-12 January' }, undefined]]],
    ['Purim for 3 days', [['3 days, Purim', { kind: 'holiday', name: 'Purim' }, 2]]],
    [
      'Can I check in on 5 December and check out on 8 December?',
      [['5 December to 8 December', { kind: 'days', start: '2026-12-05', end: '2026-12-08' }, undefined]],
    ],
    [
      'Hanukkah and Purim for one night each',
      [
        ['Hanukkah', { kind: 'holiday', name: 'Hanukkah' }, 1],
        ['one night, Purim', { kind: 'holiday', name: 'Purim' }, 1],
      ],
    ],
    [
      'Christmas Eve to New Year',
      [['Christmas Eve to New Year', { kind: 'hint', text: 'Christmas Eve to New Year' }, undefined]],
    ],
    [
      'the weekend of January 17',
      [['weekend of January 17', { kind: 'hint', text: 'weekend of January 17' }, undefined]],
    ],
    ['availability please', []],
    ['400 nights from tomorrow', [['400 nights from tomorrow', { kind: 'hint', text: 'tomorrow' }, 400]]],
    ['zero nights tomorrow', [['zero nights tomorrow', { kind: 'hint', text: 'tomorrow' }, 0]]],
    ['yesterday, one night', [['yesterday', { kind: 'hint', text: 'yesterday' }, 1]]],
    ['for a family of four next weekend', [['next weekend', { kind: 'hint', text: 'next weekend' }, undefined]]],
    ['Good Friday for two nights', [['two nights, Good Friday', { kind: 'holiday', name: 'Good Friday' }, 2]]],
    ['a room with WiFi over Easter', [['Easter', { kind: 'holiday', name: 'Easter' }, undefined]]],
    ['availability for diwali please', [['diwali', { kind: 'holiday', name: 'diwali' }, undefined]]],
    ['a single 24.12. to 27.12.', [['24.12 to 27.12', { kind: 'hint', text: '24.12 to 27.12' }, undefined]]],
    [
      'Monday to Wednesday next week',
      [['Monday to Wednesday next week', { kind: 'hint', text: 'next week Monday to Wednesday' }, undefined]],
    ],
    ['a room on the 5th', [['5th', { kind: 'hint', text: '5th' }, undefined]]],
    [
      'a room next week Monday to Wednesday',
      [['next week Monday to Wednesday', { kind: 'hint', text: 'next week Monday to Wednesday' }, undefined]],
    ],
    ['a room with wifi and parking', []],
    ['a quiet room', []],
    ['and the weekend after that, for two', []],
  ])('`%s` has its stays', (text, stays) => {
    expect(read(text)?.stays.map(({ words, when, nights }) => [words, when, nights])).toEqual(stays)
  })

  it.each([
    ['for 3 adults and 2 children', { adults: 3, children: 2 }],
    ['for two', { adults: 2, children: undefined }],
    ['with a child', { adults: undefined, children: 1 }],
    ['for 4 people', { adults: 4, children: undefined }],
    ['', { adults: undefined, children: undefined }],
  ])('has its guests: `next weekend %s`', (guests, expected) => {
    expect(read(`next weekend ${guests}`)).toMatchObject({ ...expected, stays: [{ id: 'next-weekend' }], unread: [] })
  })

  it('takes a single for one guest', () => {
    expect(read('a single room tomorrow')).toMatchObject({ adults: 1, wishes: { room_type: 'single' } })
  })

  it('knows a place by the word before it', () => {
    expect(read('a room in Paris next weekend')?.place).toBe('Paris')
    expect(read('a room with WiFi next weekend')?.place).toBeUndefined()
  })

  it('has the kind of room, the board and the house', () => {
    expect(read('a double room with half board at the Old Mill on January 17-19')).toMatchObject({
      wishes: { room_type: 'double', board_filter: 'half_board', property: 'old-mill' },
      stays: [{ id: 'january-17-19' }],
      unread: [],
    })
  })

  it.each([
    ['Is Pine Lodge free at Christmas?', 'pine-lodge', 'Christmas'],
    ['Hanukkah at the Mill', 'mill', 'Hanukkah'],
    ['a room at New Year’s Eve', undefined, 'New Year’s Eve'],
  ])('tells a house from a holiday: `%s`', (text, property, name) => {
    expect(read(text)).toMatchObject({ stays: [{ when: { kind: 'holiday', name } }], unread: [] })
    expect(read(text)?.wishes['property']).toBe(property)
  })

  it.each([
    ['a suite next weekend with a sea view', ['sea view']],
    ['2 rooms in Lindhaven next weekend', ['2 rooms', 'Lindhaven']],
    ['two double rooms next weekend', ['two rooms']],
    ['1 room next weekend', []],
    ['next weekend for 2 adults and 3 kids aged 4, 6 and 9', ['aged 4, 6 and 9']],
    ['next weekend under 100 euros', ['under 100 euros']],
    ['harbour house tomorrow', ['harbour house']],
  ])('keeps what was not understood: `%s`', (text, unread) => {
    expect(read(text)?.unread).toEqual(unread)
  })

  it.each([
    'Sing a song.',
    'Hello!',
    'Cancel my booking for tomorrow.',
    'How warm will it be tomorrow?',
    'What is 17 * 6?',
    'Who founded the yard that built the paddle steamer Petrel?',
    'What are 17 * 6 and 14 * 3, and what is the sum of both?',
    '',
  ])('is not `%s`', (text) => {
    expect(read(text)).toBeUndefined()
  })

  it('has ids that differ, whatever is said', () => {
    const word = fc.constantFrom(
      'one night',
      'Hanukkah',
      'next weekend',
      'and also',
      ',',
      'in',
      'January 17-19',
      'for 2',
      'Purim',
      '3 May',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
          fc.string(),
        ),
        (text) => {
          const ids = read(text)?.stays.map(({ id }) => id) ?? []
          expect(new Set(ids).size).toBe(ids.length)
          for (const id of ids) expect(id).toMatch(/^[\p{L}\p{N}-]{1,40}$/u)
        },
      ),
    )
  })
})
