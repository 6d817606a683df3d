import { modelOf, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { heldModel } from '../../../test/fake-place.ts'
import { SessionLab, sessionOf } from '../../../test/session-lab.ts'

describe('`gyre events`', () => {
  it('prints the facts of a session, one a line', async () => {
    const lab = new SessionLab()
    await lab.session('Greet')
    const { out } = await lab.gyre('events', 'last')
    const lines = out.split('\n')
    expect(lines[0]).toBe('   1  TIME  session.created  react: Greet')
    expect(lines[1]).toBe('   2  TIME  step.finished  think#1  “Hello.”')
    expect(lines[2]).toContain('   3  TIME  session.ended  {"answer":"Hello.","outcome":"answered"')
  })

  it('prints JSON lines, only those after a fact', async () => {
    const lab = new SessionLab()
    await lab.session('Greet')
    const { out } = await lab.gyre('events', 'last', '--after', '1', '--json')
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(events).toMatchObject([
      { v: 1, seq: 2, type: 'step.finished', session: sessionOf(1), path: 'think#1' },
      { v: 1, seq: 3, type: 'session.ended', session: sessionOf(1) },
    ])
  })

  it('stays with --follow until the session has ended', async () => {
    const model = heldModel(modelOf(() => says('Hello.')))
    const lab = new SessionLab({ models: [model] })
    await lab.runtime.start('react', 'Greet', { model })
    await model.called
    const followed = lab.gyre('events', 'last', '--follow')
    model.letGo()
    const { code, out, err } = await followed
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.trim().split('  ')[2])).toEqual([
      'session.created',
      'step.finished',
      'session.ended',
      undefined,
    ])
    expect(err).toBe('')
  })
})
