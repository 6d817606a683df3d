/** Research against one round and against fixed depths, in the same webs and for as many tokens. */
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { memoryStore } from '@gyre/stores'
import { beforeAll, describe, expect, it } from 'vitest'
import { webArms } from '../../packages/lab/src/suite/research-arms.ts'
import { webClaims } from '../../packages/lab/src/suite/research-claims.ts'
import { judgeWebs } from '../../packages/lab/src/web/lab/judge-webs.ts'
import { measureWebs } from '../../packages/lab/src/web/lab/measure-webs.ts'
import type { WebResults } from '../../packages/lab/src/web/lab/web-arm.ts'

/** As many as the lab takes; inventions have files of their own. */
const n = 24
/** A budget is kept to within the error of what sections that are written side by side were estimated at: in their favour. */
const estimated = 1.05
const claims = webClaims.filter(({ arm }) => arm !== 'an author who invents')
const needed = new Set(claims.flatMap((claim) => ('over' in claim ? [claim.arm, claim.over] : [claim.arm])))
const arms = webArms.filter(({ name }) => needed.has(name))

describe('research over synthetic webs', () => {
  let results: WebResults = new Map()
  beforeAll(async () => {
    results = await measureWebs(arms, { store: memoryStore, embedder: hashedEmbedder(), firstSeed: 1, n })
  }, 600_000)

  it.each(claims.map((claim) => [claim.claim, claim] as const))('%s', (_, claim) => {
    const row = judgeWebs(claim, results)
    expect(row.verdict === 'holds' ? 'holds' : row).toBe('holds')
  })

  it('gives no other arm more tokens than it needs itself, but for what calls in flight were estimated at, and spends no more tool calls than fixed depths do', () => {
    const of = (arm: string) => results.get(arm) ?? []
    for (const arm of ['one round', '3 rounds', '5 rounds']) {
      expect(of(arm).filter(({ tokens }, at) => tokens > estimated * (of('research')[at]?.tokens ?? 0))).toEqual([])
    }
    const calls = (arm: string) => of(arm).reduce((sum, { toolCalls }) => sum + toolCalls, 0)
    expect(calls('research')).toBeLessThan(calls('3 rounds'))
    expect(calls('research')).toBeLessThan(calls('5 rounds'))
  })
})
