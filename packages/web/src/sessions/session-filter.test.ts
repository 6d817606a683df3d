import { describe, expect, it } from 'vitest'
import { isMeant, isNarrowed, queryOf, standings } from './session-filter.ts'

describe('a filter of sessions', () => {
  it('asks the server for nothing where nothing is said', () => {
    expect(queryOf({})).toEqual({})
    expect(queryOf({ q: '  ', loop: '' })).toEqual({})
  })

  it('asks for words, a loop and a persona as they are', () => {
    expect(queryOf({ q: ' heat pump ', loop: 'react', persona: 'deep' })).toEqual({
      q: 'heat pump',
      loop: 'react',
      persona: 'deep',
    })
  })

  it('asks for running ones by every phase they may be in', () => {
    expect(queryOf({ status: 'running' })).toEqual({ status: 'running,planning,executing,evaluating,deciding' })
  })

  it('asks for outcomes by the status they come with', () => {
    expect(queryOf({ status: 'limit' })).toEqual({ status: 'completed' })
    expect(queryOf({ status: 'blocked' })).toEqual({ status: 'failed' })
  })

  it('asks for a status it has no word for as it is', () => {
    expect(queryOf({ status: 'evaluating' })).toEqual({ status: 'evaluating' })
  })

  it('means an outcome by what it begins with', () => {
    expect(isMeant({ status: 'limit' }, { outcome: 'limit:cost' })).toBe(true)
    expect(isMeant({ status: 'limit' }, { outcome: 'answered' })).toBe(false)
    expect(isMeant({ status: 'failed' }, { outcome: 'blocked' })).toBe(false)
    expect(isMeant({ status: 'failed' }, { outcome: 'failed:model-auth' })).toBe(true)
  })

  it('means whatever the server found where no outcome is asked for', () => {
    expect(isMeant({ status: 'waiting' }, { outcome: null })).toBe(true)
    expect(isMeant({}, { outcome: 'aborted' })).toBe(true)
  })

  it('knows a word for every way to end', () => {
    const ends = Object.values(standings).flatMap(({ outcome }) => outcome ?? [])
    expect(ends).toEqual(['answered', 'gap_open', 'limit', 'stuck', 'blocked', 'failed', 'aborted'])
  })

  it('is there as soon as something is said', () => {
    expect(isNarrowed({})).toBe(false)
    expect(isNarrowed({ q: '' })).toBe(false)
    expect(isNarrowed({ loop: 'react' })).toBe(true)
  })
})
