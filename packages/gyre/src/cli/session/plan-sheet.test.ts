import type { FactEvent, Json } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { planLines } from './plan-sheet.ts'

const step = (id: string, ...needs: readonly string[]) => ({ id, goal: `Do ${id}.`, needs })

function fact(type: FactEvent['type'], data: FactEvent['data']): FactEvent {
  return { v: 1, seq: 1, at: '', type, session: 'ses_1', data }
}

type Steps = readonly (ReturnType<typeof step> & { readonly tool?: string })[]

/** A plan as the loop gave it, and as people left it. */
const planned = (steps: Steps, edited: Steps = steps) =>
  fact('plan.changed', { request: { steps: steps as Json }, result: edited as Json })
const tool = fact('step.finished', { kind: 'tool' })
const asked = fact('step.finished', { kind: 'generate' })
const scored = (id: string, quality: string) => fact('note', { name: 'score', value: { score: 3, quality, step: id } })

/** The record of a call of a step, in its branch or deeper. */
const called = (id: string, tool: string, path: string, more: FactEvent['data'] = {}): FactEvent => ({
  ...fact('step.finished', { kind: 'tool', request: { id, tool }, result: { text: 'Ok.' }, ...more }),
  path,
})
const refused = { result: { text: 'Not run: no.', error: true }, made: false, denied: 'approval' } as const
const by = (tool: string, id: string, ...needs: readonly string[]) => ({ ...step(id, ...needs), tool })

const shown = (events: readonly FactEvent[], outcome: string | null = null) => planLines(events, { outcome })

describe('a plan on a sheet', () => {
  it('tells what may begin now, and what waits for it', () => {
    expect(shown([planned([step('a'), step('b'), step('c', 'a', 'b')])])).toEqual([
      '▸ a  Do a.',
      '▸ b  Do b.',
      '  c  Do c.  (after a, b)',
    ])
    expect(shown([])).toEqual([])
  })

  it('keeps what is done', () => {
    const events = [planned([step('a'), step('b', 'a')]), tool, planned([step('b', 'a')])]
    expect(shown(events)).toEqual(['✓ a  Do a.', '▸ b  Do b.  (after a)'])
  })

  it('does not take for done what another plan replaced, or people left out', () => {
    const replaced = [planned([step('a'), step('b')]), tool, planned([step('b')]), asked, planned([step('c')])]
    expect(shown(replaced)).toEqual(['✓ a  Do a.', '▸ c  Do c.'])
    const edited = [planned([step('a'), step('b')]), tool, planned([step('b')], [step('mine')])]
    expect(shown(edited)).toEqual(['✓ a  Do a.', '▸ mine  Do mine.'])
  })

  it('tells by the scores what is done of the plan that is under way, and what has failed', () => {
    const events = [planned([step('a'), step('b'), step('c', 'a')]), tool, scored('a', 'good'), scored('b', 'failed')]
    expect(shown(events)).toEqual(['✓ a  Do a.', '✗ b  Do b.', '▸ c  Do c.  (after a)'])
    expect(shown([...events, planned([step('c', 'a')])])).toEqual(shown(events))
  })

  it('tells of a call by its record, and of one that needs another that failed', () => {
    const plan = planned([by('mail', 'a'), by('book', 'b'), by('book', 'c', 'a')])
    const events = [
      plan,
      called('a', 'mail', 'wave#1[0]/call#1[0]', refused),
      called('b', 'book', 'wave#1[1]/call#1[0]'),
    ]
    const ended = ['✗ a  Do a.  [mail]', '✓ b  Do b.  [book]']
    expect(shown(events)).toEqual([...ended, '▸ c  Do c.  [book]  (after a)'])
    expect(shown(events, 'aborted')).toEqual([...ended, '  c  Do c.  [book]  (after a)'])
    const assumed = called('a', 'mail', 'wave#1[0]/call#1[0]', { made: false, assumed: true })
    const unmade = fact('step.failed', {
      kind: 'tool',
      request: { id: 'b', tool: 'book' },
      error: { code: 'plan-changed' },
    })
    expect(shown([plan, assumed, { ...unmade, path: 'wave#1[1]/call#1[0]' }]).slice(0, 2)).toEqual([
      '✓ a  Do a.  [mail]',
      '▸ b  Do b.  [book]',
    ])
    expect(shown(events, 'answered')).toEqual([...ended, '✗ c  Do c.  [book]  (after a)'])
    expect(shown([...events, planned([])])).toEqual([...ended, '✗ c  Do c.  [book]  (after a)'])
  })

  it('takes the calls of loops inside, or of another loop, for no step of the plan', () => {
    const plan = { ...planned([by('mail', '1')]), path: 'run#1/waves/publish#1' }
    for (const path of ['run#1/waves/wave#1[0]/expert#1/react/act#1[0]', 'wave#1[0]/call#1[0]'])
      expect(shown([plan, called('1', 'mail', path, refused)])).toEqual(['▸ 1  Do 1.  [mail]'])
    const own = called('1', 'mail', 'run#1/waves/wave#1[0]/call#1[0]', refused)
    const other = called('1', 'book', 'run#1/waves/wave#1[0]/call#1[0]', refused)
    expect(shown([plan, other])).toEqual(['▸ 1  Do 1.  [mail]'])
    expect(shown([plan, own])).toEqual(['✗ 1  Do 1.  [mail]'])
  })

  it('tells of a task of experts by its branch, where the order of the plan is that of the branches', () => {
    const answered = (path: string, answer: Json): FactEvent => ({
      ...fact('step.finished', { kind: 'loop', request: { loop: 'react' }, result: { answer } }),
      path,
    })
    const failed: FactEvent = { ...fact('step.failed', { kind: 'loop', error: { code: 'model-failed' } }) }
    const plan = planned([by('mail', 'a'), step('b', 'a'), step('c'), step('d')])
    const events = [
      plan,
      called('mail', 'mail', 'task#1[0]/call#1[0]', refused),
      called('page 1', 'web.fetch', 'task#1[1]/read#1[0]', refused),
      answered('task#1[1]/expert#1', 'Yes.'),
      answered('task#1[2]/expert#1', null),
      { ...failed, path: 'task#1[3]/expert#1' },
    ]
    const ended = ['✗ a  Do a.  [mail]', '✓ b  Do b.  (after a)', '✗ c  Do c.', '✗ d  Do d.']
    expect(shown(events)).toEqual(ended)
    const unordered = [planned([step('b', 'a'), by('mail', 'a')]), ...events.slice(1, 2)]
    expect(shown(unordered)).toEqual(['  b  Do b.  (after a)', '▸ a  Do a.  [mail]'])
  })

  it('tells of a step that is a loop of its own what that says of it, or that a person gave its result', () => {
    const ended = (id: string, details: Json): FactEvent => ({
      ...fact('step.finished', {
        kind: 'loop',
        request: { task: { goal: `Do ${id}.` } },
        result: { answer: 'x', details },
      }),
      path: 'round#1[0]/step#1',
    })
    const plan = planned([by('mail', 'a'), by('mail', 'b', 'a')])
    const events = [plan, ended('a', { result: { id: 'a', quality: 'failed' } }), ended('b', null)]
    expect(shown(events)).toEqual(['✗ a  Do a.  [mail]', '✓ b  Do b.  [mail]  (after a)'])
    const wrapped = { ...fact('step.failed', { kind: 'loop', error: { code: 'wrap-up' } }), path: 'task#1[0]/expert#1' }
    expect(shown([plan, wrapped])[0]).toBe('▸ a  Do a.  [mail]')
  })

  it('takes a step without a tool for done whatever it needs, and one that is planned again for open', () => {
    const failed = called('a', 'mail', 'wave#1[0]/call#1[0]', refused)
    const events = [planned([by('mail', 'a'), step('b', 'a')]), failed]
    expect(shown(events, 'answered')).toEqual(['✗ a  Do a.  [mail]', '✓ b  Do b.  (after a)'])
    expect(shown([...events, planned([by('mail', 'a')])]).at(-1)).toBe('▸ a  Do a.  [mail]')
  })

  it('does not repeat what was done when people leave it in their plan', () => {
    const events = [
      planned([step('a'), step('b', 'a')]),
      tool,
      planned([step('b', 'a')], [step('a'), step('b', 'a'), step('mine')]),
    ]
    expect(shown(events)).toEqual(['✓ a  Do a.', '▸ b  Do b.  (after a)', '▸ mine  Do mine.'])
    const anew = [planned([step('a')]), tool, planned([]), planned([step('a')])]
    expect(shown(anew)).toEqual(['✓ a  Do a.', '▸ a  Do a.'])
  })

  it('is all done when the session has come to its answer, and not when it was cut short', () => {
    const events = [planned([step('a'), step('b', 'a')]), tool]
    expect(shown(events, 'answered')).toEqual(['✓ a  Do a.', '✓ b  Do b.  (after a)'])
    expect(shown(events, 'aborted')).toEqual(['  a  Do a.', '  b  Do b.  (after a)'])
  })

  it('names the tool where the goal does not, hides nothing, and keeps to a few steps', () => {
    const named = { ...step('a'), goal: 'Find\n\u202eit', tool: 'web.search' }
    expect(shown([planned([named, { ...named, id: 'b', goal: 'web.search(query: "x")' }])])).toEqual([
      String.raw`▸ a  Find \u202eit  [web.search]`,
      '▸ b  web.search(query: "x")',
    ])
    const many = Array.from({ length: 30 }, (_, at) => step(`${at}`))
    expect(shown([planned(many), tool, planned([])]).slice(0, 2)).toEqual(['… 18 done before', '✓ 18  Do 18.'])
  })
})
