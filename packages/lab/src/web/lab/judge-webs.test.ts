import { describe, expect, it } from 'vitest'
import { judgeWebs, leastWebs, type WebClaim } from './judge-webs.ts'
import type { WebResult, WebResults } from './web-arm.ts'

/** Webs differ much, and an arm has in each of them so much more than another one. */
const webs = (n: number, more: (web: number) => number): WebResults => {
  const result = (web: number, lead: number) =>
    ({
      evidence: { all: (web % 7) / 10 + lead },
      tokens: 1_000 * (1 + lead),
      modelCalls: 5,
      rounds: web % 4,
    }) as WebResult
  const all = Array.from({ length: n }, (_, web) => web)
  return new Map([
    ['one', all.map((web) => result(web, more(web)))],
    ['two', all.map((web) => result(web, 0))],
  ])
}
const share = ({ evidence }: WebResult) => evidence.all
const beats: WebClaim = { claim: 'finds more', kind: 'beats', arm: 'one', over: 'two', share }
const control: WebClaim = { ...beats, kind: 'control' }
const saves: WebClaim = { claim: 'needs less', kind: 'saves', arm: 'one', over: 'two' }
const small = (web: number) => 0.03 + (web % 2) / 50
const none = (web: number) => (web % 2 === 0 ? 0.01 : -0.01)

describe('a claim about two arms in the same webs', () => {
  it('sees a small lead among webs that differ much', () => {
    const row = judgeWebs(beats, webs(leastWebs, small))
    expect(row).toMatchObject({ verdict: 'holds', n: 24, sigma: expect.closeTo(0.00209, 4), calls: 5, overCalls: 5 })
    expect(row.measured - row.expected).toBeCloseTo(0.04, 9)
  })

  it('fails where there is no lead, and where the other arm has it', () => {
    expect(judgeWebs(beats, webs(leastWebs, none))).toMatchObject({ verdict: 'fails', why: 'leads by 0.0σ, not by 4σ' })
    expect(
      judgeWebs(
        beats,
        webs(leastWebs, (web) => -small(web)),
      ).verdict,
    ).toBe('fails')
  })

  it('is undecided of fewer webs, whatever the lead', () => {
    expect(judgeWebs(beats, webs(leastWebs - 1, small))).toMatchObject({
      verdict: 'undecided',
      why: 'leads by 18.6σ: too few tasks to tell, it takes `--tasks 24`',
    })
  })

  it('must not be won where nothing can be won', () => {
    expect(judgeWebs(control, webs(leastWebs, none)).verdict).toBe('holds')
    expect(
      judgeWebs(
        control,
        webs(leastWebs, (web) => -small(web)),
      ).verdict,
    ).toBe('holds')
    expect(judgeWebs(control, webs(leastWebs, small)).verdict).toBe('fails')
  })

  it('about tokens holds for whoever needs fewer', () => {
    expect(judgeWebs(saves, webs(leastWebs, small)).verdict).toBe('fails')
    const row = judgeWebs(
      saves,
      webs(leastWebs, (web) => -small(web)),
    )
    expect(row).toMatchObject({ verdict: 'holds', of: 'tokens', measured: expect.closeTo(960, 6), expected: 1_000 })
  })
})

describe('a claim about a share of the webs', () => {
  const ends = (rounds: number, rest: { kind: 'equals' | 'at-least'; expected: number }): WebClaim => ({
    ...{ claim: 'ends soon', arm: 'one', isSo: (result) => result.rounds <= rounds, ...rest },
  })
  const results = webs(24, none)

  it('holds when the share is just as expected', () => {
    expect(judgeWebs(ends(3, { kind: 'equals', expected: 1 }), results)).toMatchObject({ verdict: 'holds', sigma: 0 })
    expect(judgeWebs(ends(2, { kind: 'equals', expected: 1 }), results)).toMatchObject({
      ...{ verdict: 'fails', why: 'so in 18 of 24 webs', measured: 0.75 },
    })
  })

  it('holds when the share is no less', () => {
    expect(judgeWebs(ends(2, { kind: 'at-least', expected: 0.75 }), results).verdict).toBe('holds')
    expect(judgeWebs(ends(2, { kind: 'at-least', expected: 0.76 }), results).verdict).toBe('fails')
  })
})
