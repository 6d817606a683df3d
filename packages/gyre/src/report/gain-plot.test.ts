import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lakeReport } from '../../test/research-report.ts'
import { gainPlot } from './gain-plot.ts'

const [first] = lakeReport.history as [(typeof lakeReport.history)[number]]
const roundsOf = (...rounds: readonly (readonly [gain: number, total: number])[]) => ({
  history: rounds.map(([gain, total]) => ({ ...first, gain, total })),
})

describe('the plot of a research', () => {
  it('has a bar and a point for each round, at the height of what it brought', () => {
    const svg = gainPlot(roundsOf([0.5, 0.5], [0.25, 0.75]))
    // The axis goes from 336 at 0 to 64 at 1.
    expect(
      [...svg.matchAll(/class="gain" x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g)].map((m) =>
        m.slice(1),
      ),
    ).toEqual([
      ['200', '136'],
      ['268', '68'],
    ])
    expect([...svg.matchAll(/class="coverage" cx="([\d.]+)" cy="([\d.]+)"/g)].map((m) => m.slice(1))).toEqual([
      ['232', '200'],
      ['568', '132'],
    ])
    expect(svg).toContain('<path d="M232 200L568 132" fill="none"')
    expect(svg).toContain('<title>Round 2: gain 0.250, coverage 0.750; 3 searches, 5 pages, 4 passages taken</title>')
  })

  it('says what it shows, and names the rounds', () => {
    const svg = gainPlot(lakeReport)
    expect(svg).toContain('<title>Gain of each round and coverage reached</title>')
    for (const words of ['gain of the round', 'coverage of all topics', 'round', '0.0', '1.0', '1', '2']) {
      expect(svg).toContain(`>${words}</text>`)
    }
  })

  it('says that there was no round', () => {
    const svg = gainPlot({ history: [] })
    expect(svg).toContain('>No round was made.</text>')
    expect(svg).not.toMatch(/class="(?:gain|coverage)"|NaN|Infinity/)
  })

  it('has no more numbers below the axis than there is room for', () => {
    const svg = gainPlot(roundsOf(...Array.from({ length: 50 }, () => [0.01, 0.5] as const)))
    expect(svg.match(/class="gain"/g)).toHaveLength(50)
    expect(svg.match(/y="356"/g)).toHaveLength(25)
  })

  it('stays inside its frame, whatever the figures are', () => {
    const share = fc.double({ min: -2, max: 2, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share), { maxLength: 60 }), (rounds) => {
        const svg = gainPlot(roundsOf(...rounds))
        const ys = [...svg.matchAll(/(?:cy|class="gain" x="[^"]*" y)="([^"]*)"/g)].map(([, y]) => Number(y))
        expect(ys).toHaveLength(rounds.length * 2)
        expect(ys.every((y) => y >= 64 && y <= 336)).toBe(true)
      }),
    )
  })
})
