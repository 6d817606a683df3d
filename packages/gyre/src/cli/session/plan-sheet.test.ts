import type { FactEvent, Json } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { planLines } from './plan-sheet.ts'

const step = (id: string, ...needs: readonly string[]) => ({ id, goal: `Do ${id}.`, needs })

function fact(type: FactEvent['type'], data: FactEvent['data']): FactEvent {
  return { v: 1, seq: 1, at: '', type, session: 'ses_1', data }
}

type Steps = readonly ReturnType<typeof step>[]

/** A plan as the loop gave it, and as people left it. */
const planned = (steps: Steps, edited: Steps = steps) =>
  fact('plan.changed', { request: { steps: steps as Json }, result: edited as Json })
const tool = fact('step.finished', { kind: 'tool' })
const asked = fact('step.finished', { kind: 'generate' })
const scored = (id: string, quality: string) => fact('note', { name: 'score', value: { score: 3, quality, step: id } })

const shown = (events: readonly FactEvent[], outcome: string | null = null) =>
  planLines(events, {
    plan: (events.findLast(({ type }) => type === 'plan.changed')?.data['result'] ?? null) as Json,
    outcome,
  })

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
