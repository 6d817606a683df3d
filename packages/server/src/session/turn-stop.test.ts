import { SessionView } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { setAside, waitedFor } from './turn-stop.ts'

type Standing = { readonly status: string; readonly error?: { readonly code: string; readonly message: string } }

/** A session that has asked for two things, and stands like this. */
function asked(data: Standing) {
  const view = new SessionView()
  const ask = { kind: 'approval', question: 'Send it?' }
  view.apply({ seq: 1, at: 1, type: 'question.asked', path: 'act#1', data: ask })
  view.apply({ seq: 2, at: 1, type: 'question.asked', path: 'act#2', data: ask })
  view.apply({ seq: 3, at: 1, type: 'session.status', data })
  return view
}

const pathsOf = (...args: Parameters<typeof waitedFor>) => waitedFor(...args).map(({ path }) => path)

describe('what a session waits with', () => {
  it('is all that is open', () => {
    expect(pathsOf(asked({ status: 'waiting' }), [])).toEqual(['act#1', 'act#2'])
  })

  it('is nothing while a reply to some of it is on its way', () => {
    expect(pathsOf(asked({ status: 'waiting' }), ['act#2'])).toEqual([])
    expect(pathsOf(asked({ status: 'waiting' }), ['act#3'])).toEqual(['act#1', 'act#2'])
  })

  it.each(['running', 'paused'])('is nothing while it is %s', (status) => {
    expect(pathsOf(asked({ status }), [])).toEqual([])
  })

  it('is nothing when it was set aside: why is told', () => {
    const error = { code: 'journal-mismatch', message: 'Step `act#1` was another.' }
    const aside = asked({ status: 'waiting', error })
    expect(setAside(aside)).toMatchObject(error)
    expect(pathsOf(aside, [])).toEqual([])
    expect(setAside(asked({ status: 'waiting' }))).toBeUndefined()
  })
})
