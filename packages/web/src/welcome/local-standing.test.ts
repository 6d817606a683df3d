import { describe, expect, it } from 'vitest'
import { localStanding } from './local-standing.ts'

const silent = { isAnswering: false, models: [] }
const empty = { isAnswering: true, models: [] }
const ready = { isAnswering: true, models: ['ollama/small'] }

describe('model servers on this machine', () => {
  it('are looked for until it is known, or has failed', () => {
    expect(localStanding(undefined, false).words).toBe('Looking for model servers on this machine.')
    expect(localStanding(undefined, true).words).toBeUndefined()
  })

  it('may be looked for again while none of them has a model', () => {
    expect(localStanding([silent], false)).toMatchObject({ answering: [], isNoneUsable: true })
    expect(localStanding([silent], false).words).toMatch(/^No model server answers/)
    expect(localStanding([silent, empty], false)).toEqual({ answering: [empty], words: undefined, isNoneUsable: true })
  })

  it('are shown as they are once one has a model', () => {
    expect(localStanding([empty, ready], false)).toMatchObject({ answering: [empty, ready], isNoneUsable: false })
  })
})
