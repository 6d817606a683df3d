import type { JournalRow } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { chargeFaults, firstAfterStops } from './charges.ts'
import type { EffectNote, WorkerNote } from './worker-process.ts'

const path = 'part#1[0]/pay#1[0]'

/** Rows of one call, one a second: an intent is told by its number, an answer by the attempt it is about. */
function journalOf(...facts: readonly (number | readonly [attempt: number, text: string])[]): readonly JournalRow[] {
  return facts.map((fact, at) => {
    const row = { seq: at + 1, at: (at + 1) * 1000, kind: null, request: null, result: null, chain: '', key: '' }
    if (typeof fact === 'number') {
      const data = JSON.stringify(fact === 1 ? {} : { attempt: fact })
      return { ...row, type: 'step.intended', path, data }
    }
    const [attempt, text] = fact
    return { ...row, type: 'question.answered', path: `${path}/uncertain#${attempt}`, data: JSON.stringify({ text }) }
  })
}

function begun(at: number, pid = 1): EffectNote {
  return { note: 'effect', pid, at, tool: 'charge', session: 'ses_1', path }
}

const faults = (journal: readonly JournalRow[], notes: readonly WorkerNote[], excused: readonly WorkerNote[] = []) =>
  chargeFaults('ses_1', journal, notes, new Set(excused))

describe('a call that may be made once', () => {
  it('is well when it was begun once, or never', () => {
    expect(faults(journalOf(1), [begun(1001)])).toEqual([])
    expect(faults(journalOf(1), [])).toEqual([])
  })

  it('is well when a person had it made again', () => {
    expect(faults(journalOf(1, [1, 'retry'], 2), [begun(1001), begun(3001, 2)])).toEqual([])
    expect(faults(journalOf(1, [1, 'retry'], 2), [begun(3001, 2)])).toEqual([])
  })

  it('may be cut short again and again', () => {
    const journal = journalOf(1, [1, 'retry'], 2, [2, 'retry'], 3, [3, 'fail'])
    expect(faults(journal, [begun(1001), begun(3001), begun(5001)])).toEqual([])
  })

  it('may not be begun without an intent, nor twice with one', () => {
    expect(faults([], [begun(1)])).toEqual([`${path} of ses_1 was begun 1 times, and intended 0 times`])
    expect(faults(journalOf(1), [begun(1001), begun(1002)])).toEqual([
      `${path} of ses_1 was begun 2 times, and intended 1 times`,
    ])
  })

  it('may not be begun a third time when a person said `retry` once', () => {
    const notes = [begun(1001), begun(3001), begun(3002)]
    expect(faults(journalOf(1, [1, 'retry'], 2), notes)).toEqual([
      `${path} of ses_1 was begun 3 times, and intended 2 times`,
      `${path} of ses_1 was begun after a person had been asked about it and answered`,
    ])
  })

  it('may not be intended again when nobody said `retry`', () => {
    const fault = [`${path} of ses_1 was intended again, and nobody had said so`]
    expect(faults(journalOf(1, 2), [])).toEqual(fault)
    expect(faults(journalOf(1, [1, 'treat as done'], 2), [])).toEqual(fault)
    expect(faults(journalOf(1, 2, [1, 'retry']), [])).toEqual(fault)
  })

  it('may not be intended twice as the same attempt', () => {
    expect(faults(journalOf(1, 1), [])).toEqual([`${path} of ses_1 was intended for the 1. time after 1 times`])
  })

  it('may not be begun by a worker that is late, once a person has spoken about it', () => {
    const fault = [`${path} of ses_1 was begun after a person had been asked about it and answered`]
    expect(faults(journalOf(1, [1, 'treat as done']), [begun(2001)])).toEqual(fault)
    expect(faults(journalOf(1, [1, 'retry'], 2), [begun(3001, 2), begun(5000)])).toEqual(fault)
  })

  it('may be late where its worker was stopped between its look and the call, and there alone', () => {
    const late = begun(5000)
    expect(faults(journalOf(1, [1, 'treat as done']), [late], [late])).toEqual([])
    expect(faults(journalOf(1, [1, 'treat as done']), [late, begun(5001)], [late])).toHaveLength(2)
  })
})

it('of a worker that was stopped the first note after it is excused', () => {
  const stop = { how: 'stop', at: 1999, struckAt: 2000, healedAt: 6500, pid: 1, sessions: [] } as const
  const notes = [begun(1500), begun(2500, 2), begun(6500), begun(6501)]
  expect([...firstAfterStops([stop], notes)]).toEqual([notes[2]])
  expect([...firstAfterStops([{ ...stop, how: 'silence' }], notes)]).toEqual([])
})
