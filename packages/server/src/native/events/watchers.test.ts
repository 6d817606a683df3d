import { describe, expect, it } from 'vitest'
import { Watchers } from './watchers.ts'

describe('those who watch a session', () => {
  it('are counted by their names, each session for itself', () => {
    const watchers = new Watchers()
    watchers.enter('ses_1', 'browser')
    watchers.enter('ses_1', 'browser')
    watchers.enter('ses_1', 'key:laptop')
    watchers.enter('ses_2', 'key:laptop')
    expect(watchers.of('ses_1')).toEqual([
      { name: 'browser', streams: 2 },
      { name: 'key:laptop', streams: 1 },
    ])
    expect(watchers.of('ses_3')).toEqual([])
  })

  it('are gone when they leave, once', () => {
    const watchers = new Watchers()
    const leave = watchers.enter('ses_1', 'browser')
    watchers.enter('ses_1', 'browser')
    leave()
    leave()
    expect(watchers.of('ses_1')).toEqual([{ name: 'browser', streams: 1 }])
  })
})
