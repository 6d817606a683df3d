import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert } from './convert.ts'

describe('convert', () => {
  it.each([
    [5, 'km', 'mile', 3.10685596119],
    [1, 'mile', 'kilometres', 1.609344],
    [6, 'feet', 'cm', 182.88],
    [1, 'nautical mile', 'km', 1.852],
    [1, 'light year', 'm', 9460730472580000],
    [1, 'µm', 'mm', 0.001],
    [10, 'lbs', 'kg', 4.5359237],
    [1, 'stone', 'kg', 6.35029318],
    [1, 'tonne', 'lb', 2204.62262185],
    [100, 'C', 'F', 212],
    [72, '°F', '°C', 22.2222222222],
    [0, 'K', 'celsius', -273.15],
    [-40, 'degrees celsius', 'fahrenheit', -40],
    [1, 'GB', 'MiB', 953.674316406],
    [1, 'GiB', 'GB', 1.073741824],
    [8, 'bits', 'byte', 1],
    [100, 'Mbps', 'MB/s', 12.5],
    [5, 'KB', 'bytes', 5000],
    [90, 'min', 'hour', 1.5],
    [2, 'weeks', 'days', 14],
    [36, 'hrs', 'days', 1.5],
    [100, 'km/h', 'mph', 62.1371192237],
    [60, 'miles per hour', 'km/h', 96.56064],
    [10, 'm/s', 'km/h', 36],
    [1000, 'sq ft', 'm^2', 92.90304],
    [1, 'acre', 'm2', 4046.8564224],
    [3, 'litres', 'gallon', 0.792516157074],
    [1, 'imperial gallon', 'litre', 4.54609],
    [2000, 'kcal', 'kJ', 8368],
    [1, 'kWh', 'MJ', 3.6],
    [30, 'psi', 'bar', 2.06842718783],
    [180, 'degree', 'rad', Math.PI],
  ])('%d %s is in %s %d', (value, from, to, expected) => {
    expect(convert({ value, from, to }).value).toBeCloseTo(expected, 9)
  })

  it.each([
    ['EUR', 'USD', '`from`: `EUR` is a currency. Rates change every day and are not known here'],
    ['km', 'dollars', '`to`: `dollars` is a currency.'],
    ['km', 'kg', '`km` is for length and `kg` for mass: one cannot be converted into the other.'],
    ['GB', 'hour', '`GB` is for amount of data and `hour` for time'],
    ['foo', 'm', '`from`: `foo` is no unit that is known. Write it like `km`'],
    ['m', '5 m', '`to`: `5 m` is no unit that is known.'],
    ['__proto__', 'm', '`from`: `__proto__` is no unit that is known.'],
    ['constructor', 'm', '`from`: `constructor` is no unit that is known.'],
    ['m', 'x'.repeat(10_000), '`to`: `xxxx'],
  ])('%.20s cannot be made %.20s: %s', (from, to, message) => {
    expect(() => convert({ value: 1, from, to })).toThrow(message)
  })

  it('comes back to where it started', () => {
    const kinds = [
      ['km', 'mile', 'ft', 'inch', 'cm', 'lightyear'],
      ['kg', 'lb', 'oz', 'stone', 'tonne'],
      ['degC', 'degF', 'K'],
      ['B', 'kB', 'MiB', 'GB', 'bit'],
      ['s', 'minute', 'hour', 'day', 'week', 'year'],
      ['J', 'kWh', 'kcal', 'BTU'],
    ]
    const pair = fc.constantFrom(...kinds).chain((kind) => fc.tuple(fc.constantFrom(...kind), fc.constantFrom(...kind)))
    fc.assert(
      fc.property(pair, fc.double({ min: -1e6, max: 1e6, noNaN: true }), ([from, to], value) => {
        const there = convert({ value, from, to })
        const back = convert({ value: there.value, from: to, to: from })
        // Twelve digits are told, and a temperature near zero has lost some of them on the way.
        expect(Math.abs(back.value - value)).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(value)))
      }),
    )
  })
})
