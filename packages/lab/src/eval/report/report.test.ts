import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvalResult } from '../result.ts'
import { type ArmSummary, summarise } from '../summary.ts'
import { axisTo } from './axis.ts'
import { colours, drawnMark, markAt } from './marks.ts'
import { escaped } from './markup.ts'
import { reportPage } from './page.ts'
import { accuracyPlot, isCostShown } from './plot.ts'

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

/** Arms with so many calls, and this share right. */
function armsAt(...places: readonly (readonly [calls: number, share: number])[]): readonly ArmSummary[] {
  const [base] = summaryOf(0, ['a']).summary.arms as [ArmSummary]
  return places.map(([modelCalls, accuracy], at) => ({
    ...base,
    name: `a${at}`,
    count: 2,
    right: accuracy * 2,
    accuracy,
    mean: { ...base.mean, modelCalls },
  }))
}

const placesIn = (svg: string) => [...svg.matchAll(/class="interval" d="M([\d.]+) /g)].map(([, x]) => Number(x))
const namesIn = (svg: string) => [...svg.matchAll(/font-weight="600">([^<]+)</g)].map(([, name]) => name)

/** Half the width of the ends of each interval. */
const capsIn = (svg: string) =>
  [...svg.matchAll(/class="interval" d="M([\d.]+) [\d.]+V[\d.]+M([\d.]+) /g)].map(([, x, left]) =>
    Math.round(Number(x) - Number(left)),
  )

describe('the plot', () => {
  it('has a point with its interval for each arm', () => {
    const svg = accuracyPlot(summaryOf(0.01).summary.arms)
    expect(svg.match(/class="point"/g)).toHaveLength(1)
    expect(svg.match(/class="interval"/g)).toHaveLength(1)
    expect(svg).toContain('cost per session, USD')
    expect(svg).toContain('cot: 1 of 1 right')
  })

  it('has one point, at its true place, for arms that are equal, and names them together', () => {
    const svg = accuracyPlot([...armsAt([1, 0.5], [1, 0.5]), ...armsAt([2, 0.5])])
    expect(placesIn(svg)).toEqual([404, 736])
    expect(namesIn(svg)).toEqual(['a0, a1', 'a0'])
    expect(svg).toContain('a0: 1 of 2 right\na1: 1 of 2 right')
  })

  it('draws one mark around the other where two points nearly meet, and moves neither', () => {
    const svg = accuracyPlot(armsAt([1, 0.5], [1.005, 0.5], [2, 0.5]))
    const [first, second, third] = placesIn(svg)
    expect([first, second, third]).toEqual([404, 405.66, 736])
    const [inner, outer, other] = [...svg.matchAll(/class="point">.*?fill="([^"]+)"/g)].map(([, fill]) => fill)
    expect([inner, outer, other]).toEqual([colours[0], 'none', colours[2]])
    expect(capsIn(svg)).toEqual([5, 8, 5])
  })

  it('gives ends of another width to neighbours, and no ends that grow along a row of them', () => {
    // 6.64 pixels from one to the next: each has one neighbour on either side.
    const row = Array.from({ length: 30 }, (_, at) => [at, at % 2] as const)
    expect(new Set(capsIn(accuracyPlot(armsAt(...row, [100, 0.5])))).size).toBe(2)
  })

  it('has no end that is wider than 34 pixels, however many stand at one place', () => {
    const crowd = Array.from({ length: 27 }, (_, at) => [1, at / 27] as const)
    const caps = capsIn(accuracyPlot(armsAt(...crowd, [300, 0.5])))
    expect(Math.max(...caps)).toBe(17)
    expect(caps.slice(0, 6)).toEqual([5, 8, 11, 14, 17, 5])
  })

  it('draws no rings that grow along a row of marks', () => {
    const row = Array.from({ length: 30 }, (_, at) => [at, 0.5] as const)
    const fills = [...accuracyPlot(armsAt(...row, [100, 0.5])).matchAll(/class="point">.*?fill="([^"]+)"/g)]
    expect(fills.filter(([, fill]) => fill !== 'none').length).toBeGreaterThanOrEqual(15)
  })

  it('names the arms below the axis, in the order of the arms, in as many lines as they need', () => {
    const long = (letter: string) => letter.repeat(70)
    const alike = summaryOf(0.01, [long('a'), long('b'), long('c')]).summary.arms
    const names = [...accuracyPlot(alike).matchAll(/<text [^>]*y="([\d.]+)"[^>]*font-weight="600">([^<]+)</g)]
    expect(names.map(([, , name]) => name)).toEqual([`${long('a')},`, `${long('b')},`, long('c')])
    const heights = names.map(([, y]) => Number(y))
    expect(heights.every((y, at) => y > 384 && (at === 0 || y - (heights[at - 1] ?? 0) >= 15))).toBe(true)
  })

  it.each([
    [0.01, true],
    [null, false],
    [0, false],
  ])('shows the cost when it is %j: %j', (costUsd, isShown) => {
    const { arms } = summaryOf(costUsd).summary
    expect(isCostShown(arms)).toBe(isShown)
    expect(accuracyPlot(arms).includes('model calls per session')).toBe(!isShown)
  })

  it('shows calls when the cost of one arm is not known', () => {
    const [known, unknown] = [summaryOf(0.01, ['a']), summaryOf(null, ['b'])]
    expect(isCostShown([...known.summary.arms, ...unknown.summary.arms])).toBe(false)
  })

  it('leaves out arms of which nothing was scored, and can be empty', () => {
    const { arms } = summarise([{ name: 'cot', loop: 'cot', persona: null, model: 'm' }], [])
    expect(accuracyPlot(arms)).not.toContain('class="point"')
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

  it('breaks no number and no name, and has colours for a dark ground', () => {
    const page = reportPage({ title: 't', isWhole: true, ...summaryOf(1, ['plan-execute']) })
    expect(page).toMatch(/\.n,\.name\{white-space:nowrap\}/)
    expect(page).toContain('<td class="name">plan-execute</td>')
    expect(page).toContain('<td class="n">100.0 %</td>')
    expect(page).toContain('answered\u00a01')
    expect(page).toContain('color-scheme:light dark')
  })

  it('counts per session, as the table on a terminal does', () => {
    const page = reportPage({ title: 't', isWhole: true, ...summaryOf(1) })
    expect(page).toContain('tokens and cost are per session')
    expect(page).not.toContain('per task')
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

describe('a mark', () => {
  it('is another one for each of forty, by its colour or its shape', () => {
    const at = { x: 0, y: 0, around: 0 }
    const drawn = Array.from({ length: 40 }, (_, index) => drawnMark(markAt(index), at))
    expect(new Set(drawn).size).toBe(40)
    expect(drawnMark(markAt(8), at)).not.toBe(drawnMark(markAt(0), at))
  })

  it.each(colours)('in %s can be read on white and on black', (colour) => {
    const light = luminance(colour)
    expect(1.05 / (light + 0.05)).toBeGreaterThan(3)
    expect((light + 0.05) / 0.05).toBeGreaterThan(3)
  })
})

/** How light a colour is, from 0 to 1, as the guidelines for contrast count it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
