import { plainConfig, research } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { stopSettings, webArms } from './research-arms.ts'
import { switchClaims, webClaims } from './research-claims.ts'

const named = new Map(webArms.map((arm) => [arm.name, arm]))

describe('what is claimed of research', () => {
  it('is about arms that are measured, each under a name of its own', () => {
    const needed = [...webClaims, ...switchClaims].flatMap((claim) => [
      claim.arm,
      ...('over' in claim ? [claim.over] : []),
    ])
    expect(named.size).toBe(webArms.length)
    expect(needed.filter((name) => !named.has(name))).toEqual([])
    expect([...named.keys()].filter((name) => !needed.includes(name))).toEqual([])
  })

  it('gives arms what one before them spent', () => {
    const earlier = webArms.map(({ asMuchAs }, at) => webArms.slice(0, at).some(({ name }) => name === asMuchAs))
    expect(webArms.filter(({ asMuchAs }, at) => asMuchAs !== undefined && !earlier[at])).toEqual([])
  })

  it('compares what got as much', () => {
    const leads = webClaims.filter(({ kind }) => kind === 'beats')
    expect(leads).toHaveLength(6)
    for (const claim of leads)
      expect(named.get('over' in claim ? claim.over : '')).toMatchObject({ asMuchAs: claim.arm })
  })

  it('has settings that research takes, and speaks of its own', () => {
    for (const { config } of webArms) expect(research.config.safeParse(config).success).toBe(true)
    expect(research.config.parse({})).toMatchObject(stopSettings)
  })

  it.each(Object.keys(plainConfig(research)))('has %s on against off, and nothing else differs', (name) => {
    const rows = switchClaims.filter(({ claim }) => claim.startsWith(`${name}: `))
    expect(rows).not.toEqual([])
    for (const claim of rows) {
      const [on, off] = [named.get(claim.arm), named.get('over' in claim ? claim.over : '')]
      expect(off).toEqual({ ...on, name: off?.name, config: { [name]: false } })
    }
  })
})
