import { once } from 'node:events'
import { emitKeypressEvents, type Interface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { FactEvent, SessionEvent } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { FakeHost, type FakeHostOptions } from '../../../test/fake-host.ts'
import { ioOf } from '../io.ts'
import { Options } from '../options.ts'
import type { Wish } from '../session/session-show.ts'
import { LiveView } from './live-view.ts'
import { SessionPicture } from './session-picture.ts'

function fact(seq: number, type: FactEvent['type'], data: FactEvent['data'], path?: string): SessionEvent {
  return { v: 1, seq, at: new Date().toISOString(), type, session: 'ses_1', data, ...(path && { path }) }
}

/** A view on a terminal, of a session that has just begun. */
function viewOn(options: FakeHostOptions = {}) {
  const host = new FakeHost({ isTty: true, columns: 110, ...options })
  const wishes: Wish[] = []
  let interrupts = 0
  const view = new LiveView(ioOf(host, new Options({})), {
    onWish: (wish) => wishes.push(wish),
    onInterrupt: () => {
      interrupts += 1
    },
  })
  const picture = new SessionPicture()
  const show = (event: SessionEvent) => view.event(event, picture, picture.apply(event))
  show(fact(1, 'session.created', { loop: 'react', budget: { modelCalls: 40 } }))
  return { host, view, wishes, show, interrupts: () => interrupts }
}

describe('the live view', () => {
  it('sends what keys ask for', async () => {
    const { host, view, wishes, show, interrupts } = viewOn()
    await host.shows('[p]ause [s]teer [n]ext step [f]inish [a]bort [?]')
    host.type('pnf\x03')
    host.type('?')
    await host.shows('p  pause, or go on')
    host.type('sBe brief.\r')
    host.type('ax')
    host.type('ay')
    show(fact(2, 'session.status', { status: 'paused' }))
    await host.shows('[p] go on')
    host.type('p')
    await host.shows('paused')
    expect(interrupts()).toBe(1)
    expect(wishes).toEqual([
      { action: 'pause' },
      { action: 'step' },
      { action: 'finish' },
      { action: 'steer', body: { text: 'Be brief.' } },
      { action: 'abort' },
      { action: 'resume' },
    ])
    view.close()
  })

  it('shows below the step how far the loop is, in place of what it was before', async () => {
    const { host, view, show } = viewOn()
    const note = (seq: number, name: string, value: FactEvent['data']) =>
      fact(seq, 'note', { name, value }, `note#${seq}`)
    show(note(2, 'score', { score: 2, step: '1' }))
    show(note(3, 'working-memory', { text: 'A hall.', facts: [] }))
    await host.shows('\n  scores 2.0')
    await host.shows('  memory: A hall.')
    show(note(4, 'score', { score: 3.5, step: '2' }))
    show(note(5, 'trend', { trend: 'improving', slope: 1.5 }))
    show(note(6, 'gap', { gap: 'the cellar' }))
    await host.shows('  scores 2.0 → 3.5 improving · gap: the cellar')
    expect(host.err).toContain(' scores: 2.0 → 3.5 improving')
    expect(host.err).toContain(' missing: the cellar')
    view.close()
  })

  it('tells of what was rejected', async () => {
    const { host, view, show } = viewOn()
    show(fact(2, 'intervention.rejected', { id: 'itv_1', action: 'plan', why: 'plan-invalid: step `a` names no tool' }))
    await host.shows('✗ plan rejected: the plan cannot be carried out: step `a` names no tool')
    view.close()
  })

  it('lets a line be given up', async () => {
    const { host, view, wishes } = viewOn()
    host.type('sNo')
    await host.shows('steer: No')
    host.type('\x1b')
    await host.shows('[p]ause')
    expect(wishes).toEqual([])
    const asked = view.ask('answer:', { signal: new AbortController().signal })
    await host.shows('answer:')
    host.type('\x1b')
    expect(await asked).toBeUndefined()
    view.close()
  })

  it('takes Ctrl-D for the end of what is typed, where the line is empty', async () => {
    const { host, view } = viewOn()
    const asked = view.ask('answer:', { signal: new AbortController().signal, prefill: 'a' })
    await host.shows('answer: a')
    host.type('\x04')
    host.type('\x7f')
    host.type('\x04')
    expect(await asked).toBeUndefined()
    view.close()
  })

  it('takes an Esc for a key of its own before long, so that the next key is not lost', async () => {
    const { host, view } = viewOn()
    const clock = new PassThrough()
    emitKeypressEvents(clock, { escapeCodeTimeout: 50 } as unknown as Interface)
    let hasGivenUp = false
    void view.ask('answer:', { signal: new AbortController().signal }).then(() => {
      hasGivenUp = true
    })
    await host.shows('answer:')
    host.type('\x1b')
    // Another that waits for 50 ms.
    const late = once(clock, 'keypress')
    clock.write('\x1b')
    await late
    expect(hasGivenUp).toBe(true)
    view.close()
  })

  it('stops asking when nobody waits for the answer any more', async () => {
    const { host, view } = viewOn()
    const prompt = new AbortController()
    const asked = view.ask('answer:', { signal: prompt.signal, prefill: 'perhaps' })
    await host.shows('answer: perhaps')
    prompt.abort()
    expect(await asked).toBeUndefined()
    await host.shows('[p]ause')
    view.close()
  })

  it('leaves the terminal as it was, and the steps on it', async () => {
    const { host, show } = viewOn()
    await host.shows('running')
    show(
      fact(
        2,
        'step.finished',
        { kind: 'generate', result: { parts: [{ type: 'text', text: 'Yes.' }] }, ms: 7 },
        'think#1',
      ),
    )
    host.exit()
    expect(await host.screen()).toBe('✓ 1 think  “Yes.”  7 ms')
    expect(host.isRaw).toEqual([true, false])
    expect(host.err.lastIndexOf('\x1b[?25h')).toBeGreaterThan(host.err.lastIndexOf('\x1b[?25l'))
  })

  it('shows why the loop does what comes next', async () => {
    const { host, view, show } = viewOn()
    const value = { loop: 'react', why: 'There are tools.' }
    show(fact(2, 'note', { kind: 'note', name: 'choice', value }, 'note#1'))
    await host.shows('→ react: There are tools.')
    view.close()
  })

  it('shows attempts that are made again', async () => {
    const { host, view, show } = viewOn()
    const error = { code: 'model-unavailable', message: 'Too many requests.', status: 429 }
    const again = { kind: 'generate', attempt: 2, error, waitMs: 2000 }
    show({ v: 1, at: new Date().toISOString(), type: 'step.started', session: 'ses_1', path: 'think#1', data: again })
    await host.shows('↻ think  429 Too many requests.  again in 2.0 s')
    view.close()
  })

  it('draws again when the terminal changes its width', async () => {
    const { host, view } = viewOn()
    await host.shows('[n]ext step')
    await host.resize(30)
    await host.shows(/^calls 0\/40 · .* · \[\?\]$/m)
    view.close()
  })

  it('writes no colours when NO_COLOR is set', async () => {
    const { host, view, show } = viewOn({ env: { NO_COLOR: '1' } })
    show(fact(2, 'step.failed', { kind: 'generate', error: { message: 'It broke.' }, ms: 7 }, 'think#1'))
    await host.shows('✗ 1 think  It broke.')
    view.close()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
    expect(host.err).not.toMatch(/\x1b\[\d*m/)
  })
})
