import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { askAgain, followOtherWindows } from './subjects.ts'

describe('asking again', () => {
  it('does not take the answer to what was asked before the change for the newest', async () => {
    const queries = new QueryClient()
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let asked = 0
    const observer = new QueryObserver(queries, {
      queryKey: ['knowledge', 'graph'],
      queryFn: () => answers[asked++]?.promise,
    })
    const leave = observer.subscribe(() => undefined)
    const again = askAgain(queries, ['knowledge'])
    answers[0]?.resolve('before')
    answers[1]?.resolve('after')
    await again
    expect(asked).toBe(2)
    expect(observer.getCurrentResult().data).toBe('after')
    leave()
  })

  it('is done for what another window of the browser has changed', async () => {
    const queries = new QueryClient()
    let asked = 0
    const inbox = new QueryObserver(queries, { queryKey: ['inbox'], queryFn: () => ++asked })
    const leave = inbox.subscribe(() => undefined)
    await vi.waitFor(() => expect(inbox.getCurrentResult().data).toBe(1))
    followOtherWindows(queries)
    const other = new BroadcastChannel('gyre-changes')
    other.postMessage([['interventions', 'ses_1'], ['inbox']])
    await vi.waitFor(() => expect(inbox.getCurrentResult().data).toBe(2))
    other.close()
    leave()
  })
})
