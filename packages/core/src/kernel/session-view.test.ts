import { describe, expect, it } from 'vitest'
import { loopOf, world } from '../../../../test/support/kernel.ts'
import type { Json } from '../json.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { SessionView } from './session-view.ts'

/** The progress after these notes. */
function after(notes: readonly (readonly [string, Json])[]) {
  const view = new SessionView()
  for (const [at, [name, value]] of notes.entries())
    view.apply({ seq: at + 1, at: 0, type: 'note', path: `note#${at + 1}`, data: { name, value } })
  return { notes: [...view.progress.notes], scores: view.progress.scores }
}

describe('the progress of a session', () => {
  it('is the newest note of each name, and the scores in order', () => {
    expect(
      after([
        ['score', { score: 2, step: '1' }],
        ['gap', { gap: 'the price' }],
        ['score', { score: 3.5, step: '2' }],
        ['score', { why: 'nobody could tell' }],
        ['own', { score: 9 }],
        ['plain', 'text'],
      ]),
    ).toEqual({
      notes: [
        ['gap', { gap: 'the price' }],
        ['score', { why: 'nobody could tell' }],
        ['own', { score: 9 }],
        ['plain', 'text'],
      ],
      scores: [2, 3.5],
    })
  })

  it('has no proposals: they are answers', () => {
    expect(after([['proposal', { answer: 'Perhaps.', score: 4 }]])).toEqual({ notes: [], scores: [] })
  })

  it('stays small, however much a loop tells', () => {
    const many = Array.from({ length: 40 }, (_, at): [string, Json] => [`kind ${at}`, at])
    const { notes, scores } = after([...many, ...many.map((_, at): [string, Json] => ['score', { score: at }])])
    expect([notes.length, notes[0], notes.at(-1)]).toEqual([16, ['kind 25', 25], ['score', { score: 39 }]])
    expect([scores.length, scores[0], scores.at(-1)]).toEqual([16, 24, 39])
  })

  it('is read off the journal of a session', async () => {
    const { runtime } = world()
    const noting = loopOf('noting', async (ctx) => {
      ctx.note('score', { score: 4 })
      ctx.note('coverage', { topics: 3 })
      ctx.propose('Perhaps.')
      return 'Done.'
    })
    const session = await runtime.start(noting, 'Go.', { model: modelOf(() => says('x')) })
    await session.outcome
    const { progress } = (await runtime.read(session.id)).view
    expect([Object.fromEntries(progress.notes), progress.scores]).toEqual([
      { score: { score: 4 }, coverage: { topics: 3 } },
      [4],
    ])
  })
})
