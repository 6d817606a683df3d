import { describe, expect, it } from 'vitest'
import { configuredZone, findZone } from './find-zone.ts'

const winter = Date.UTC(2026, 0, 15)
const summer = Date.UTC(2026, 6, 15)

const zone = (name: string, at = winter, country?: string) => findZone({ name, field: 'to', at, country })

describe('findZone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['America/New York', 'America/New_York'],
    ['US/Eastern', 'America/New_York'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Tokyo', 'Asia/Tokyo'],
    ['New York', 'America/New_York'],
    ['Berlin time', 'Europe/Berlin'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['San Francisco', 'America/Los_Angeles'],
    ['Mumbai', 'Asia/Kolkata'],
    ['Munich', 'Europe/Berlin'],
    ['München', 'Europe/Berlin'],
    ['Kyiv', 'Europe/Kyiv'],
    ['Kiritimati', 'Pacific/Kiritimati'],
    ['UTC', 'UTC'],
    ['Z', 'UTC'],
    ['GMT', 'UTC'],
    ['UTC+2', '+02:00'],
    ['GMT-03:30', '-03:30'],
    ['+0530', '+05:30'],
    ['CET', '+01:00'],
    ['EDT', '-04:00'],
    ['ET', 'America/New_York'],
  ])('reads `%s` as %s', (name, expected) => {
    expect(zone(name, name === 'EDT' ? summer : winter).zone).toBe(expected)
  })

  it('tells what else an abbreviation can mean, and takes that of the country', () => {
    expect(zone('IST')).toEqual({
      zone: '+05:30',
      note: '`IST` was read as India Standard Time; it can also mean Israel Standard Time (`Asia/Jerusalem`) or Irish Standard Time (`Europe/Dublin`).',
    })
    expect(zone('IST', winter, 'IL')).toMatchObject({ zone: '+02:00' })
    expect(zone('CST', winter, 'CN')).toMatchObject({ zone: '+08:00' })
    expect(zone('CET')).toEqual({ zone: '+01:00' })
  })

  it('says when clocks at the place show another time than the abbreviation', () => {
    expect(zone('EST', summer).note).toContain(
      '`EST` is UTC-05:00, but clocks in `America/New_York` then show UTC-04:00: name the zone `America/New_York` if that is meant.',
    )
    expect(zone('EST', winter).note).not.toContain('America/New_York')
  })

  it.each([
    ['Berlim', 'Europe/Berlin'],
    ['New Yrok', 'America/New_York'],
    ['Tokio', 'Asia/Tokyo'],
  ])('offers what is near `%s`', (name, near) => {
    expect(() => zone(name)).toThrow(near)
    expect(() => zone(name)).toThrow(`\`to\`: \`${name}\` is no known time zone.`)
  })

  it.each(['', 'constructor', '__proto__', 'toString', '+99:00', 'Europe/Atlantis', '../etc', 'x'.repeat(10_000)])(
    'refuses `%.20s`',
    (name) => {
      expect(() => zone(name)).toThrow(expect.objectContaining({ code: 'argument-invalid' }))
    },
  )

  it('takes an IANA name as a setting, and nothing vaguer', () => {
    expect(configuredZone('pacific/kiritimati')).toBe('Pacific/Kiritimati')
    expect(() => configuredZone('Munich')).toThrow(
      '`timeZone` is an IANA time zone such as `Europe/Berlin`, not `Munich`.',
    )
  })
})
