import { describe, expect, it } from 'vitest'
import type { Claim, Measurement } from '../claim.ts'
import { judgeClaims } from '../gate/judge-claims.ts'
import type { LabReport } from '../run-lab.ts'
import { labPage } from './lab-page.ts'
import { labPlot } from './lab-plot.ts'
import { labTable } from './lab-table.ts'

const measurement = (successes: number, calls: number): Measurement => ({
  ...{ n: 2000, successes, calls, tokens: 0, latencyMs: 1000 * calls },
  variances: { calls: 0.8, tokens: 0, latencyMs: 0 },
})
const measurements = new Map([
  ['chain', measurement(1480, 1)],
  ['turns', measurement(1960, 4.25)],
  ['blind', measurement(1486, 6)],
])
const claims: readonly Claim[] = [
  { loop: 'cot', claim: 'six steps', kind: 'equals', arm: 'chain', expected: 0.735 },
  { loop: 'react', claim: 'three hops', kind: 'at-least', arm: 'turns', expected: 0.97 },
  { loop: 'react', claim: 'three hops <b>&</b>', kind: 'at-most', arm: 'turns', expected: 0.5 },
  { loop: 'react', claim: 'beats memory', kind: 'beats', arm: 'turns', over: 'chain', atEqualCalls: false },
  { loop: 'react', claim: 'no tools, no gain', kind: 'control', arm: 'blind', over: 'chain' },
]
const reportOf = (some: readonly Claim[]): LabReport => ({ n: 2000, seed: 1, ...judgeClaims(some, measurements) })
const failing = reportOf(claims)
const holding = reportOf(claims.filter(({ kind }) => kind !== 'at-most'))
const notice = 'This measures orchestration given stated error rates, not the quality of language models.'

describe('the table', () => {
  it('says what was measured, what had to come, and whether it did', () => {
    expect(labTable(failing)).toEqual({
      notice,
      head: ['LOOP', 'MEASURED', 'CLOSED FORM', 'σ', 'z', 'CALLS', 'AGAINST', 'VERDICT', 'CLAIM'],
      right: [1, 2, 3, 4, 5, 6],
      rows: [
        ['cot', '0.7400', '0.7350', '0.0099', '+0.5', '1', '', 'holds', 'six steps'],
        ['react', '0.9800', '≥ 0.9700', '0.0038', '+2.8', '4.25', '', 'holds', 'three hops'],
        ['react', '0.9800', '≤ 0.5000', '0.0112', '+42.9', '4.25', '', 'FAILS', 'three hops <b>&</b>'],
        ['react', '0.9800', '> 0.7400', '0.0110', '+21.9', '4.25', '1', 'holds', 'beats memory'],
        ['react', '0.7430', 'not > 0.7400', '0.0138', '+0.2', '6', '1', 'holds', 'no tools, no gain'],
      ],
      faults: ['react: three hops <b>&</b>: more than 4σ above'],
      open: [],
      total:
        'The table DOES NOT HOLD: 4 of 5 claims hold; Σz² = 0.3 over 1 cell, below 10.8. (2000 tasks an arm, seed 1)',
    })
  })

  it('says that it holds', () => {
    const { total, faults } = labTable(holding)
    expect(faults).toEqual([])
    expect(total).toMatch(/^The table holds: 4 of 4 claims hold; Σz² = 0\.3 /)
  })

  it('leaves out the sum of no cells', () => {
    expect(labTable(reportOf(claims.slice(3))).total).toMatch(/^The table holds: 2 of 2 claims hold\. /)
  })
})

describe('a row of two arms', () => {
  const beats = { loop: 'react', kind: 'beats', arm: 'turns', over: 'chain' } as const
  const two = reportOf([
    { ...beats, claim: 'any calls', atEqualCalls: false },
    { ...beats, claim: 'equal calls', arm: 'chain', over: 'blind', atEqualCalls: true },
  ])

  it('says in the table and in the plot what the other arm needs, and whether that counts', () => {
    expect(labTable(two).rows.map((row) => row.slice(5, 7))).toEqual([
      ['4.25', '1'],
      ['1', '= 6'],
    ])
    expect(labPlot(two)).toContain('>holds, z +21.9, 4.25 calls against 1<')
    expect(labPlot(two)).toContain('>FAILS, z −0.2, 1 call = 6<')
  })
})

describe('few tasks', () => {
  const few = (n: number) => {
    const both = new Map(['chain', 'turns'].map((arm) => [arm, { ...measurement(0, 3), n }] as const))
    const ordered: Claim = { ...claims[3]!, kind: 'beats', arm: 'turns', over: 'chain', atEqualCalls: false }
    return { n, seed: 1, ...judgeClaims([ordered], both) }
  }

  it('leave rows undecided, which the last line says', () => {
    const { rows, faults, open, total } = labTable(few(1))
    expect(rows[0]?.[7]).toBe('undecided')
    expect(faults).toEqual([])
    const why = 'leads by 0.0σ, not by 3.09σ: too few tasks to tell, it takes `--tasks 1000`'
    expect(open).toEqual([`react: beats memory: ${why}`])
    expect(labPage(few(1))).toContain(`<li>react: beats memory: ${why}</li>`)
    expect(total).toBe('Nothing fails: 0 of 1 claims hold, 1 undecided: run with more tasks. (1 task an arm, seed 1)')
    expect(labPlot(few(1))).toContain('1 task an arm, seed 1.')
    expect(labPlot(few(1))).toContain('class="undecided"')
    expect(labPage(few(1))).not.toContain('class="fails"')
  })

  it('are told from enough of them', () => expect(labTable(few(1000)).rows[0]?.[7]).toBe('FAILS'))
})

describe('z', () => {
  const zOf = (claim: Claim, one: Measurement) =>
    labTable({ n: 2000, seed: 1, ...judgeClaims([claim], new Map([['chain', one]])) }).rows[0]?.[4]
  const form = { loop: 'cot', claim: '', kind: 'equals', arm: 'chain' } as const
  const fixed = { ...form, of: 'latencyMs', isFixed: true } as const

  it.each([
    ['exact', { ...form, expected: 1 }, measurement(2000, 1)],
    ['–', { ...form, expected: 1 }, measurement(1999, 1)],
    ['exact', { ...fixed, expected: 1000 }, measurement(0, 1)],
    ['–', { ...fixed, expected: 999 }, measurement(0, 1)],
    // No σ and no lead.
    ['–', { ...form, kind: 'beats' as const, over: 'chain', atEqualCalls: false }, measurement(2000, 1)],
    // Its exact chance is smaller than any number.
    ['> +38', { ...form, expected: 0.001 }, measurement(2000, 1)],
    ['< −38', { ...form, expected: 0.999 }, measurement(0, 1)],
    // What adding up in another order does is no difference, as for the gate.
    ['exact', { ...fixed, expected: 1000 + 1e-10 }, measurement(0, 1)],
  ])('is shown as %s', (text, claim, one) => expect(zOf(claim, one)).toBe(text))
})

describe('an amount', () => {
  const amounts = reportOf([
    { loop: 'react', claim: 'turns', kind: 'equals', of: 'calls', arm: 'turns', expected: 4.24 },
    { loop: 'react', claim: 'sooner', kind: 'saves', of: 'latencyMs', arm: 'turns', over: 'blind' },
    { loop: 'react', claim: 'not fewer', kind: 'control', of: 'calls', arm: 'blind', over: 'turns' },
  ])

  it('says in the table what it counts', () => {
    expect(labTable(amounts).rows).toEqual([
      ['react', '4.25 calls', '4.24 calls', '0.0200', '+0.5', '4.25', '', 'holds', 'turns'],
      ['react', '4250 ms', '< 6000 ms', '0.0', '–', '4.25', '6', 'holds', 'sooner'],
      ['react', '6.00 calls', 'not < 4.25 calls', '0.0283', '−61.9', '6', '4.25', 'holds', 'not fewer'],
    ])
  })

  it('is drawn as a part of the largest of its line', () => {
    // 4250 of 6000 ms: 620 + 420 · 0.7083.
    expect(labPlot(amounts)).toContain('cx="917.5"')
    expect(labPlot(amounts)).toContain('amounts: of the largest in the line')
  })
})

describe('the plot', () => {
  const plot = labPlot(failing)

  it('begins with what it does not measure', () => {
    expect(/<text [^>]*>([^<]*)/.exec(plot)?.[1]).toBe(notice)
  })

  it('has each loop once, and a line for each claim', () => {
    expect([...plot.matchAll(/class="strong">(cot|react)</g)].map(([, loop]) => loop)).toEqual(['cot', 'react'])
    expect([...plot.matchAll(/<g><title>/g)]).toHaveLength(5)
    expect([...plot.matchAll(/>holds, z/g)]).toHaveLength(4)
    expect([...plot.matchAll(/>FAILS, z \+42\.9, 4\.25 calls</g)]).toHaveLength(1)
  })

  it('puts the measured share and its interval where they belong', () => {
    // 620 is nothing, 1040 is all: 0.74 lies at 930.8, with the interval of Wilson from 0.7203 to 0.7588.
    expect(plot).toContain('<circle class="holds" cx="930.8" cy="141" r="3.5"/>')
    const [, low, high] = /class="interval holds" d="M([\d.]+) 141H([\d.]+)"/.exec(plot) ?? []
    expect([Number(low), Number(high)]).toEqual([expect.closeTo(922.5, 0), expect.closeTo(938.7, 0)])
    expect(plot).toContain('d="M928.7 133v16"')
  })

  it('lets no claim become a part of the picture, and cuts a long one', () => {
    expect(plot).toContain('three hops &lt;b&gt;&amp;&lt;/b&gt;')
    expect(plot).not.toContain('<b>')
    const claim = 'x'.repeat(100)
    const long = labPlot(reportOf([{ loop: 'cot', claim, kind: 'equals', arm: 'chain', expected: 0.735 }]))
    expect(long).toContain(`>${'x'.repeat(93)}…<`)
    expect(long).toContain(`<title>${claim}: 0.7400, 0.7350, z +0.5, 1 call</title>`)
  })
})

describe('the page', () => {
  it('begins with what it does not measure', () => {
    expect(/<h1>[^<]*<\/h1>\s*<p><strong>([^<]*)/.exec(labPage(holding))?.[1]).toBe(notice)
  })

  it('has the plot, the table, and the faults when there are some', () => {
    const page = labPage(failing)
    // On a narrow screen plot and table are scrolled; the plot is not shrunk until nobody can read it.
    expect(page).toContain(`<div class="wide">\n${labPlot(failing)}</div>`)
    expect(page).toContain('.wide{overflow-x:auto}')
    expect(page).toContain('.wide svg{width:100%;min-width:66rem;')
    expect(page).toContain('<td class="n">0.7400</td>')
    expect(page).toContain('<li>react: three hops &lt;b&gt;&amp;&lt;/b&gt;: more than 4σ above</li>')
    expect([...page.matchAll(/<tr class="fails">/g)]).toHaveLength(1)
    expect(labPage(holding)).not.toContain('<li>')
    expect(labPage(holding)).not.toContain('class="fails"')
  })
})
