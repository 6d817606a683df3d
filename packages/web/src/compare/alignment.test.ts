import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step } from '../session/session-log.ts'
import { type Alignment, aligning, countRows, textsOf } from './alignment.ts'

let time = 0

type Given = { readonly text?: string; readonly at?: number; readonly stubbed?: true; readonly tool?: string }

/** A step of a tool, ended at its own time unless told otherwise. */
function step(path: string, { text = 'Done.', at = ++time, stubbed, tool = 'look' }: Given = {}): Step {
  const data = { kind: 'tool', request: { tool, input: {} }, result: { text }, ...(stubbed && { stubbed }) }
  const fact = { v: 1, seq: at, at: new Date(at).toISOString(), type: 'step.finished', session: 'ses_1', path, data }
  return {
    ...{ seq: at, path, name: path, kind: 'tool', state: 'finished', startedAt: at, endedAt: at, ms: 0, model: null },
    ...{ role: null, tool, inputTokens: 0, outputTokens: 0, costUsd: null, fact: fact as Step['fact'] },
  }
}

function align(a: readonly Step[], b: readonly Step[]): Alignment {
  const work = aligning(a, b)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

const told = (a: readonly Step[], b: readonly Step[]) =>
  align(a, b).rows.map((row) => `${row.state} ${row.a?.path ?? '–'} ${row.b?.path ?? '–'}`)

describe('a fork beside its source', () => {
  const [one, two] = [step('act#1'), step('act#2')]

  it('shares the steps it took over, and has the rest paired by path', () => {
    const { shared, rows } = align([one, two, step('act#3')], [one, two, step('act#3', { text: 'Otherwise.' })])
    expect(shared.map(({ path }) => path)).toEqual(['act#1', 'act#2'])
    expect(rows.map(({ state }) => state)).toEqual(['differs'])
  })

  it('shares nothing after the first step that is not the same fact', () => {
    const { shared } = align([one, two], [step('act#1'), two])
    expect(shared).toEqual([])
  })

  it('says what was not done a second time', () => {
    expect(told([one, step('act#2')], [one, step('act#2', { stubbed: true })])).toEqual(['stubbed act#2 act#2'])
  })

  it('of which one is a beginning of the other has no rows of its own', () => {
    expect(align([one, two], [one, two])).toEqual({ shared: [one, two], rows: [] })
    expect(told([one], [one, two])).toEqual(['only-b – act#2'])
  })
})

describe('two sessions that have nothing to do with each other', () => {
  it('are paired by the paths of their steps', () => {
    const a = ['think#1', 'act#1', 'think#2'].map((path) => step(path))
    const b = ['think#1', 'think#2', 'act#2', 'think#3'].map((path) => step(path))
    expect(told(a, b)).toEqual([
      'same think#1 think#1',
      'only-a act#1 –',
      'same think#2 think#2',
      'only-b – act#2',
      'only-b – think#3',
    ])
  })

  it('call another tool at the same place: that is another step', () => {
    expect(told([step('act#1', { tool: 'web.fetch' })], [step('act#1', { tool: 'knowledge.search' })])).toEqual([
      'only-a act#1 –',
      'only-b – act#1',
    ])
  })

  it('have steps paired that only came in another order', () => {
    const a = [step('act#1[0]'), step('act#1[1]'), step('think#2')]
    const b = [step('act#1[1]'), step('act#1[0]'), step('think#2')]
    expect(told(a, b).toSorted()).toEqual(['same act#1[0] act#1[0]', 'same act#1[1] act#1[1]', 'same think#2 think#2'])
  })

  it('are paired quickly however long they are', () => {
    const a = Array.from({ length: 20_000 }, (_, at) => step(`act#${at}`))
    const b = Array.from({ length: 20_000 }, (_, at) => step(`act#${at % 2 === 0 ? at : -at}`))
    const begun = performance.now()
    expect(countRows(align(a, b).rows)).toEqual({
      ...{ same: 10_000, differs: 0, 'only-a': 10_000, 'only-b': 10_000, stubbed: 0 },
    })
    expect(performance.now() - begun).toBeLessThan(2000)
  })

  it('leave out steps that only keep the books', () => {
    const note = step('note#1')
    const silent = { ...note, fact: { ...note.fact, data: { kind: 'note' } } } as Step
    expect(align([silent], [])).toEqual({ shared: [], rows: [] })
  })
})

describe('an alignment', () => {
  const paths = fc.array(fc.constantFrom('a#1', 'a#2', 'b#1', 'b#2', 'c#1'), { maxLength: 12 })

  it('has every step of both once, whatever they are', () => {
    fc.assert(
      fc.property(paths, paths, (one, other) => {
        const [a, b] = [one.map((path) => step(path)), other.map((path) => step(path))]
        const { shared, rows } = align(a, b)
        const ofA = [...shared, ...rows.flatMap((row) => row.a ?? [])]
        const ofB = rows.flatMap((row) => row.b ?? [])
        expect(ofA.map(({ seq }) => seq)).toEqual(a.map(({ seq }) => seq))
        expect(ofB.map(({ seq }) => seq).toSorted()).toEqual(b.map(({ seq }) => seq).toSorted())
      }),
    )
  })

  it('of a session with itself shares everything', () => {
    fc.assert(
      fc.property(paths, (some) => {
        const all = some.map((path) => step(path))
        expect(align(all, all)).toEqual({ shared: all, rows: [] })
      }),
    )
  })

  it('pairs steps only with the same path', () => {
    fc.assert(
      fc.property(paths, paths, (one, other) => {
        const { rows } = align(
          one.map((path) => step(path)),
          other.map((path) => step(path)),
        )
        for (const { a, b } of rows) if (a && b) expect(a.path).toBe(b.path)
      }),
    )
  })

  it('is counted by what became of its rows', () => {
    const { rows } = align([step('a#1'), step('b#1')], [step('a#1'), step('c#1'), step('c#2')])
    expect(countRows(rows)).toEqual({ same: 1, differs: 0, 'only-a': 1, 'only-b': 2, stubbed: 0 })
  })
})

describe('the alignment of long sessions', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => step(`act#${at + 1}`))

  it('is made in pieces of at most 200 rows', () => {
    const pieces = [...aligning(many(1000), many(1000))].length
    expect(pieces).toBeGreaterThanOrEqual(5)
  })

  it('keeps every step', () => {
    expect(align(many(1000), many(900)).rows.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 900 }, () => 'same'),
      ...Array.from({ length: 100 }, () => 'only-a'),
    ])
  })
})

describe('what two steps did', () => {
  it('is told in words', () => {
    const [a, b] = [step('act#1', { text: '{"room":"hall"}' }), step('act#1', { text: '{"room":"attic"}' })]
    expect(textsOf(a, b)).toEqual([' → room: "hall"', ' → room: "attic"'])
  })

  it('is told to the letter where the words are the same', () => {
    const [a, b] = [
      { said: 'Yes.', at: [1] },
      { said: 'Yes.', at: [2] },
    ].map((said) => step('act#1', { text: JSON.stringify(said) })) as [Step, Step]
    expect(textsOf(a, b)).toEqual([' → {"said":"Yes.","at":[1]}', ' → {"said":"Yes.","at":[2]}'])
  })
})
