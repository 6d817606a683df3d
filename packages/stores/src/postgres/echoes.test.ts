import { describe, expect, it } from 'vitest'
import { Echoes } from './echoes.ts'

/** `s`: sent here, `h`: heard over the server. */
function told(notices: string, echoes = new Echoes()): readonly boolean[] {
  return [...notices].map((notice) =>
    notice === 's' ? echoes.isNewsWhenSent('ses_1') : echoes.isNewsWhenHeard('ses_1'),
  )
}

describe('echoes', () => {
  it.each([
    ['a notice of ours', 'sh', [true, false]],
    ['a notice of ours whose echo is first', 'hs', [true, false]],
    ['three of ours', 'sshshh', [true, true, false, true, false, false]],
    ['notices of others', 'hhh', [true, true, true]],
    ['one of ours, then one of others', 'shh', [true, false, true]],
  ])('of %s are told once each', (_, notices, expected) => {
    expect(told(notices)).toEqual(expected)
  })

  it('leave the last of mixed notices to be told', () => {
    // Another's, then ours: our own word is taken for its echo, and the echo of ours is told.
    expect(told('hsh')).toEqual([true, false, true])
  })

  it('of one session are not those of another', () => {
    const echoes = new Echoes()
    expect([echoes.isNewsWhenSent('ses_1'), echoes.isNewsWhenHeard('ses_2')]).toEqual([true, true])
  })

  it('are not waited for when they are late, or were forgotten', () => {
    let now = 0
    const echoes = new Echoes(() => now)
    expect(told('s', echoes)).toEqual([true])
    now = 1000
    expect(told('hs', echoes)).toEqual([true, false])
    expect(told('s', echoes)).toEqual([true])
    echoes.forget()
    expect(told('h', echoes)).toEqual([true])
  })

  it('of what was sent when listening began are waited for a moment only', () => {
    let now = 0
    const echoes = new Echoes(() => now)
    expect(told('s', echoes)).toEqual([true])
    now = 50
    echoes.begin()
    expect(told('h', echoes)).toEqual([false])
    expect(told('s', echoes)).toEqual([true])
    echoes.begin()
    now = 150
    expect(told('h', echoes)).toEqual([true])
  })

  it('of very many sessions are told once more rather than kept', () => {
    const echoes = new Echoes()
    for (let at = 0; at < 5000; at++) expect(echoes.isNewsWhenHeard(`ses_${at}`)).toBe(true)
    expect(echoes.isNewsWhenSent('ses_0')).toBe(true)
  })
})
