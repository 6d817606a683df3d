import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { ioOf } from '../io.ts'
import { Options } from '../options.ts'
import { barLine, ProgressBar } from './progress-bar.ts'
import { widthOf } from './text-width.ts'

describe('the line of a bar', () => {
  it.each([
    [{ doing: 'finding', done: 1200 }, 80, 'finding  1 200'],
    [{ doing: 'reading', done: 0, total: 8 }, 80, 'reading  ░░░░░░░░░░░░░░░░░░░░░░░░  0 / 8'],
    [
      { doing: 'reading', done: 412, total: 1000, at: 'docs/a.md' },
      80,
      'reading  ██████████░░░░░░░░░░░░░░  412 / 1 000  docs/a.md',
    ],
    [{ doing: 'reading', done: 9, total: 8 }, 80, 'reading  ████████████████████████  9 / 8'],
    [{ doing: 'reading', done: 1, total: 2, at: 'docs/a.md' }, 30, 'reading  ███████░░░░░░  1 / 2'],
    [{ doing: 'reading', done: 1, total: 2, at: 'docs/a.md' }, 20, 'reading  1 / 2'],
    [{ doing: 'reading', done: 1, at: 'docs/a-long-name.md' }, 24, 'reading  1  docs/a-lon…'],
    [{ doing: 'reading', done: 0, total: 0 }, 80, 'reading  0 / 0'],
    [{ doing: 'reading', done: 1, at: 'a\n\u001b[2Jb' }, 80, 'reading  1  a b'],
  ])('of %j in %d columns', (state, columns, line) => {
    expect(barLine(state, columns)).toBe(line)
  })

  const state = fc.record({
    doing: fc.constantFrom('finding', 'embedding documents'),
    done: fc.nat(2_000_000),
    total: fc.option(fc.nat(2_000_000), { nil: undefined }),
    at: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
  })

  it('fits into every terminal, in one line', () => {
    fc.assert(
      fc.property(state, fc.integer({ min: 1, max: 200 }), (given, columns) => {
        const line = barLine(given, columns)
        expect(widthOf(line)).toBeLessThan(columns)
        expect(line).not.toContain('\n')
      }),
    )
  })
})

/** A bar at a clock that the test sets. */
function barOn(host: FakeHost, options: Readonly<Record<string, boolean>> = {}) {
  let now = 0
  const bar = new ProgressBar(ioOf(host, new Options(options)), () => now)
  return { bar, at: (ms: number) => (now = ms) }
}

describe('a bar', () => {
  it('is drawn at the bottom of a terminal, below lines that stay, and vanishes', async () => {
    const host = new FakeHost({ isTty: true, columns: 60 })
    const { bar, at } = barOn(host)
    bar.show({ doing: 'reading', done: 1, total: 4, at: 'a.md' })
    expect(await host.screen()).toBe('reading  ██████░░░░░░░░░░░░░░░░░░  1 / 4  a.md')
    bar.tell('failed  b.pdf: it is broken')
    at(80)
    bar.show({ doing: 'reading', done: 2, total: 4 })
    expect(await host.screen()).toBe('failed  b.pdf: it is broken\nreading  ████████████░░░░░░░░░░░░  2 / 4')
    bar.end()
    expect(await host.screen()).toBe('failed  b.pdf: it is broken')
    at(1000)
    bar.show({ doing: 'reading', done: 3, total: 4 })
    expect(await host.screen()).toBe('failed  b.pdf: it is broken')
  })

  it('is drawn no more often than eyes can follow', () => {
    const host = new FakeHost({ isTty: true })
    const { bar, at } = barOn(host)
    for (let ms = 0; ms < 160; ms += 1) {
      at(ms)
      bar.show({ doing: 'reading', done: ms })
    }
    expect(host.writes).toBe(2)
  })

  it('leaves the cursor and no half line when the process ends in between', async () => {
    const host = new FakeHost({ isTty: true })
    barOn(host).bar.show({ doing: 'reading', done: 1 })
    host.exit()
    expect(await host.screen()).toBe('')
    expect(host.err.lastIndexOf('\x1b[?25h')).toBeGreaterThan(host.err.lastIndexOf('\x1b[?25l'))
  })

  it('is a line now and then where there is no terminal', () => {
    const host = new FakeHost()
    const { bar, at } = barOn(host)
    for (const [ms, done] of [
      [0, 1],
      [9_999, 2],
      [10_000, 3],
      [15_000, 4],
      [20_000, 5],
    ] as const) {
      at(ms)
      bar.show({ doing: 'reading', done, total: 1500 })
    }
    bar.end()
    expect(host.err).toBe('reading: 3 / 1 500\nreading: 5 / 1 500\n')
  })

  it('is not there when it is to be quiet', () => {
    const host = new FakeHost({ isTty: true })
    const { bar, at } = barOn(host, { quiet: true })
    at(60_000)
    bar.show({ doing: 'reading', done: 1 })
    bar.end()
    expect(host.err).toBe('')
  })
})
