import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvalResult } from '../result.ts'
import { summarise } from '../summary.ts'
import { axisTo } from './axis.ts'
import { placeLabels } from './labels.ts'
import { escaped } from './markup.ts'
import { reportPage } from './page.ts'
import { accuracyPlot, isCostShown } from './plot.ts'
import { spread } from './spread.ts'

const hostile = `<script>alert("1")</script>'&`

function summaryOf(costUsd: number | null, names: readonly string[] = ['cot', hostile]) {
  const usage = { modelCalls: 2, toolCalls: 0, inputTokens: 9, outputTokens: 1, costUsd, activeMs: 10 }
  const results = names.map(
    (arm): EvalResult => ({
      task: hostile,
      arm,
      repeat: 1,
      session: 's',
      outcome: 'answered',
      answer: hostile,
      accepted: [hostile],
      verdict: 'right',
      usage,
      error: null,
      judge: null,
    }),
  )
  const arms = names.map((name) => ({ name, loop: name, persona: null, model: 'm' }))
  return { results, summary: summarise(arms, results) }
}

describe('the plot', () => {
  it('has a point with its interval for each arm', () => {
    const svg = accuracyPlot(summaryOf(0.01).summary.arms)
    expect(svg.match(/<circle /g)).toHaveLength(2)
    expect(svg).toContain('cost per task, USD')
    expect(svg).toContain('cot: 1 of 1 right')
  })

  it('shows arms that are equal side by side, each tied to a name that had to move', () => {
    const svg = accuracyPlot(summaryOf(0.01, ['direct', 'cot', 'react']).summary.arms)
    const dots = [...svg.matchAll(/<circle cx="([\d.]+)"/g)].map(([, x]) => Number(x))
    expect(dots.map((x) => x - (dots[0] ?? 0))).toEqual([0, 12, 24])
    expect(svg.match(/stroke-opacity="0.5"/g)).toHaveLength(2)
  })

  it.each([
    [0.01, true],
    [null, false],
    [0, false],
  ])('shows the cost when it is %j: %j', (costUsd, isShown) => {
    const { arms } = summaryOf(costUsd).summary
    expect(isCostShown(arms)).toBe(isShown)
    expect(accuracyPlot(arms).includes('model calls per task')).toBe(!isShown)
  })

  it('shows calls when the cost of one arm is not known', () => {
    const [known, unknown] = [summaryOf(0.01, ['a']), summaryOf(null, ['b'])]
    expect(isCostShown([...known.summary.arms, ...unknown.summary.arms])).toBe(false)
  })

  it('leaves out arms of which nothing was scored, and can be empty', () => {
    const { arms } = summarise([{ name: 'cot', loop: 'cot', persona: null, model: 'm' }], [])
    expect(accuracyPlot(arms)).not.toContain('<circle')
  })

  it('has no number that is none', () => {
    for (const costUsd of [0, null, 1e-9, 1e6])
      expect(accuracyPlot(summaryOf(costUsd).summary.arms)).not.toMatch(/NaN|Infinity/)
  })
})

describe('the page', () => {
  it('shows what files and models said as text', () => {
    const { results, summary } = summaryOf(0.01)
    const page = reportPage({ title: hostile, isWhole: true, summary, results })
    expect(page).not.toContain('<script')
    expect(page.match(/&lt;script&gt;alert\(&quot;1&quot;\)/g)?.length).toBeGreaterThan(5)
    expect(page).not.toContain('Not all sessions')
  })

  it('says when sessions are open', () => {
    expect(reportPage({ title: 't', isWhole: false, ...summaryOf(1) })).toContain('Not all sessions have ended')
  })

  it('cuts long answers, and lists a thousand tasks', () => {
    const { results, summary } = summaryOf(1, ['cot'])
    const many = Array.from({ length: 1002 }, (_, at) => ({
      ...(results[0] as EvalResult),
      task: `t${at}`,
      answer: 'y'.repeat(5000),
    }))
    const page = reportPage({ title: 't', isWhole: true, summary, results: many })
    expect(page).toContain('2 more tasks are in results.jsonl.')
    expect(page).not.toContain('y'.repeat(301))
  })
})

describe('escaped text', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'<>&"\';#ampé\u0000\ufffe😀', '\ud800') })

  it('holds no sign that means something, and nothing XML cannot hold', () => {
    fc.assert(fc.property(signs, (text) => !/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/.test(escaped(text))))
    expect(escaped('a\u0000b\ufffe\ud800c')).toBe('abc')
  })
})

describe('an axis', () => {
  it.each([
    [10, [0, 2, 4, 6, 8, 10]],
    [0.013, [0, 0.005, 0.01, 0.015]],
    [0, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ])('to %f has the ticks %j', (largest, ticks) => {
    expect(axisTo(largest).ticks).toEqual(ticks)
  })

  it('reaches the largest value in a few steps', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (largest) => {
        const { end, ticks } = axisTo(largest)
        expect(end).toBeGreaterThanOrEqual(largest * (1 - 1e-6))
        expect(ticks.length).toBeLessThanOrEqual(8)
      }),
    )
  })
})

describe('places on a line', () => {
  it('stay where they are when there is room, and move apart when there is none', () => {
    const room = { least: 16, from: 0, to: 100 }
    expect(spread([10, 50], room)).toEqual([10, 50])
    expect(spread([100, 100, 50], room)).toEqual([84, 100, 50])
  })

  it('never lie over each other, nor outside', () => {
    const places = fc.array(fc.integer({ min: -50, max: 400 }), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(places, (wanted) => {
        const sorted = [...spread(wanted, { least: 16, from: 0, to: 400 })].sort((a, b) => a - b)
        for (const [at, place] of sorted.entries()) {
          if (at > 0) expect(place - (sorted[at - 1] ?? 0)).toBeGreaterThanOrEqual(16 - 1e-9)
          expect(place >= 0 && place <= 400).toBe(true)
        }
      }),
    )
  })
})

describe('labels', () => {
  const room = { top: 0, bottom: 400 }

  it('stay beside their points however many stand elsewhere', () => {
    const labels = [0, 200, 400].map((left) => ({ left, right: left + 50, height: 100 }))
    expect(placeLabels(labels, [], room)).toEqual(labels)
  })

  it('give way to each other and to dots by as little as they can', () => {
    const label = { left: 12, right: 60, height: 100 }
    const heights = (dots: readonly { x: number; y: number }[]) =>
      placeLabels([label, label], dots, room).map(({ height }) => height)
    expect(heights([])).toEqual([100, 115])
    expect(heights([{ x: 30, y: 100 }])).toEqual([112, 88])
    expect(heights([{ x: 0, y: 100 }])).toEqual([100, 115])
  })

  it('never lie over each other, nor outside', () => {
    const label = fc.record({ left: fc.integer({ min: 0, max: 300 }), height: fc.integer({ min: 0, max: 400 }) })
    fc.assert(
      fc.property(fc.array(label, { maxLength: 10 }), (wanted) => {
        const labels = wanted.map((each) => ({ ...each, right: each.left + 60 }))
        const placed = placeLabels(labels, [], room)
        for (const [at, one] of placed.entries()) {
          expect(one.height >= 0 && one.height <= 400).toBe(true)
          for (const other of placed.slice(at + 1))
            expect(Math.abs(one.left - other.left) >= 60 || Math.abs(one.height - other.height) >= 15).toBe(true)
        }
      }),
    )
  })
})
