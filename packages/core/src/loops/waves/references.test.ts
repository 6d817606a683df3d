import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../json.ts'
import { referencesIn, resolveReferences, withRenamed } from './references.ts'

const known = new Set(['dates', 'a.b', '1'])
const dates = { days: [{ start: '4 Dec', 'a.b': 1 }], none: null }
const resultOf = (id: string): Json | undefined => ({ dates, 'a.b': 'text', '1': [10, 20] })[id] as Json | undefined
const resolve = (value: Json) => resolveReferences(value, known, resultOf)

describe('a reference', () => {
  it.each<[Json, Json]>([
    [{ $ref: 'dates.days[0].start' }, '4 Dec'],
    ['$dates.days[0].start', '4 Dec'],
    ['$dates.days.0.start', '4 Dec'],
    [{ $ref: '$dates.days[0].start' }, '4 Dec'],
    [{ $ref: 'dates.days[0]["a.b"]' }, 1],
    [{ $ref: "dates.days[0]['a.b']" }, 1],
    [{ $ref: 'dates.none' }, null],
    [{ $ref: 'dates' }, dates],
    [{ $ref: 'a.b' }, 'text'],
    [{ $ref: '1[1]' }, 20],
    [{ deep: [{ from: '$dates.days[0].start' }] }, { deep: [{ from: '4 Dec' }] }],
  ])('%j stands for %j', (written, value) => {
    expect(resolve(written)).toEqual({ ok: true, value })
  })

  it.each<[Json]>([
    ['$20'],
    ['$1'],
    ['$1.50'],
    ['$1[1]'],
    ['$HOME'],
    ['$.days'],
    ['$this.x is not there'],
    ['$datesless'],
    ['costs $dates'],
    ['dates.days'],
    [{ $ref: '#/definitions/dates' }],
    [{ $ref: 'https://example.org/dates' }],
    [{ $ref: 'dates', other: 1 }],
    [{ $ref: 7 }],
  ])('is not what %j is', (written) => {
    expect(resolve(written)).toEqual({ ok: true, value: written })
    expect(referencesIn(written, known)).toEqual([])
  })

  it.each([
    ['dates.begin', '`dates` has no `begin`: there are days, none'],
    ['dates.days[1]', '`dates.days` has no `1`: it is a list of 1'],
    ['dates.days.first', '`dates.days` has no `first`: it is a list of 1'],
    ['dates.days[0].start.year', '`dates.days.0.start` has no `year`: it is a text'],
    ['dates.none.year', '`dates.none` has no `year`: it is null'],
    ['dates.constructor', '`dates` has no `constructor`: there are days, none'],
    ['dates.days[', '`dates.days[` cannot be read: write `dates.field[0].other`'],
    ['other.days', '`other` has no result that could be referred to'],
  ])('to %s that cannot be followed says what there is', (written, fault) => {
    expect(resolve({ a: { $ref: written } })).toEqual({ ok: false, faults: [fault] })
  })

  it('names every one that cannot be followed', () => {
    const resolved = resolve([{ $ref: 'dates.a' }, '$dates.b'])
    expect(resolved).toMatchObject({ ok: false, faults: { length: 2 } })
  })

  it('means the longest id that it could mean', () => {
    const ids = new Set(['a', 'a.b'])
    expect(referencesIn(['$a.b.c', { $ref: 'a.c' }, '$a.bc'], ids)).toEqual([
      { id: 'a.b', path: '.c' },
      { id: 'a', path: '.c' },
      { id: 'a', path: '.bc' },
    ])
  })

  it.each(['$other.days', '$other[0]', '$_other-2.days['])(
    'is what %s looks like, though it leads nowhere',
    (written) => {
      expect(referencesIn([written], known)).toHaveLength(1)
      expect(resolve([written])).toMatchObject({ ok: false, faults: { length: 1 } })
    },
  )

  it('is renamed with its call, and keeps its path', () => {
    const args = { from: '$dates.days[0].start', to: { $ref: 'a.b' }, price: '$20' }
    expect(withRenamed(args, known, new Map([['dates', 'dates-2']]))).toEqual({
      from: { $ref: 'dates-2.days[0].start' },
      to: { $ref: 'a.b' },
      price: '$20',
    })
  })
})

const key = fc.string({ minLength: 1, maxLength: 6 }).filter((text) => !/["[\]]/.test(text))

describe('references to any result', () => {
  it('find whatever stands at a path of quoted keys', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 4 }), fc.jsonValue(), (keys, leaf) => {
        const result = keys.reduceRight<Json>((inner, each) => ({ [each]: inner }), leaf as Json)
        const $ref = `call${keys.map((each) => `["${each}"]`).join('')}`
        expect(resolveReferences({ $ref }, new Set(['call']), () => result)).toEqual({ ok: true, value: leaf })
      }),
    )
  })

  it('change nothing where there are none', () => {
    fc.assert(
      fc.property(
        fc.json().map((each) => each.replaceAll('$', '€')),
        (text) => {
          const value = JSON.parse(text) as Json
          expect(resolveReferences(value, new Set(), () => 'x')).toEqual({ ok: true, value })
        },
      ),
    )
  })

  it('never throw, whatever is written', () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        const resolved = resolve({ a: { $ref: written }, b: `$${written}` })
        expect(typeof resolved.ok).toBe('boolean')
      }),
    )
  })
})
