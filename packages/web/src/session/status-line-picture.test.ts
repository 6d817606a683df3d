import { describe, expect, it } from 'vitest'
import { begun, created, ended, plan, type Told, toldAt, toldSession } from '../../test/support/told-session.ts'
import { statusPicture } from './status-line-picture.ts'

const pictured = (...told: readonly Told[]) => statusPicture(toldSession(created(), ...told))
const line = (...told: readonly Told[]) => {
  const { word, what } = pictured(...told)
  return `${word}. ${what}`
}

const status = (word: string): Told => ({ type: 'session.status', path: 'phase#1', data: { status: word } })

describe('what happens now', () => {
  it('is a word, what it is about, and since when', () => {
    expect(pictured(status('planning'), begun('plan#1', 'generate'))).toEqual({
      word: 'Planning',
      what: 'Writing the plan',
      since: Date.parse(toldAt),
      isBusy: true,
    })
  })

  it('is the step of the plan, and the call with its first argument', () => {
    const call = begun('step#1/act#1[0]', 'tool', { tool: 'math.calculate', input: { expression: '17 * 6' } })
    expect(line(status('executing'), plan({ id: '1', goal: 'Multiply 17 by 6.' }), call)).toBe(
      'Working. Multiply 17 by 6: math.calculate 17 * 6',
    )
  })

  it('counts steps that run side by side, and tells the round', () => {
    const calls = [
      { id: 'a', goal: 'A', tool: 'web.search' },
      { id: 'b', goal: 'B', tool: 'web.search' },
    ]
    const round = { type: 'note', data: { name: 'round', value: { round: '2/5', why: 'more' } } }
    expect(line(status('executing'), round, plan(...calls))).toBe('Working, round 2/5. 2 steps side by side')
  })

  it('says that a model is asked again, and why', () => {
    const error = { code: 'model-unavailable', message: 'The provider is busy (429).' }
    const again = begun('answer#1', 'generate', { attempt: 2, error, waitMs: 1000 })
    expect(line(status('executing'), again)).toBe(
      'Working. Writing the answer, retrying, attempt 2: The provider is busy (429).',
    )
  })

  it('is what somebody is asked', () => {
    const asked = { type: 'question.asked', path: 'ask#1', data: { kind: 'question', question: 'Which roof?' } }
    expect(line(asked, status('waiting'))).toBe('Waits for you. Which roof?')
  })

  it('is how it ended, and what is missing', () => {
    expect(pictured(ended({ outcome: 'gap_open', gap: 'The roof.' }))).toEqual({
      word: 'Gap open',
      what: 'The roof.',
      since: null,
      isBusy: false,
    })
  })

  it('is no longer than a line', () => {
    const { what } = pictured(begun('act#1', 'tool', { tool: 'web.search', input: { query: 'x'.repeat(500) } }))
    expect(what).toHaveLength(120)
  })
})
