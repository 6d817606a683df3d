/** Whoever comes in the middle of a session sees a picture that holds together, whatever the loop met. */
import { beforeAll, describe, expect, it } from 'vitest'
import { autoScenarios } from '../../../test/support/auto-scenarios.ts'
import { expertsScenarios } from '../../../test/support/experts-scenarios.ts'
import { researching, runResearch } from '../../../test/support/research-runs.ts'
import { wavesScenarios } from '../../../test/support/waves-scenarios.ts'
import { autoPicture } from '../src/families/auto/auto-picture.ts'
import { expertsPicture } from '../src/families/experts/experts-picture.ts'
import { stopRules } from '../src/families/experts/stop-rules.ts'
import { loopSlice } from '../src/families/loop/loop-slice.ts'
import { reportPicture } from '../src/families/research/report-picture.ts'
import { researchPicture } from '../src/families/research/research-picture.ts'
import { researchRules } from '../src/families/research/research-rules.ts'
import { sourceLedger } from '../src/families/research/source-ledger.ts'
import { wavesPicture } from '../src/families/waves/waves-picture.ts'
import type { SessionLog } from '../src/session/session-log.ts'
import { earlier, logOf, readLog } from './support/loop-log.ts'

const moments = (log: SessionLog) => Array.from({ length: log.facts.length + 1 }, (_, count) => earlier(log, count))

/** Rows of a list need names of their own. */
function expectDistinct(names: readonly unknown[]): void {
  expect(names).toEqual([...new Set(names)])
}

describe('at every moment', () => {
  it.each(wavesScenarios)('$name', async (scenario) => {
    for (const log of moments(await logOf(scenario))) {
      const { waves, made, planned, contests } = wavesPicture(loopSlice(log, ''))
      expectDistinct(waves.map(({ number }) => number))
      for (const { calls } of waves) expectDistinct(calls.map(({ id }) => id))
      expectDistinct(contests.map(({ path }) => path))
      expect(made).toBeLessThanOrEqual(planned)
    }
  })

  it.each(expertsScenarios)('$name', async (scenario) => {
    for (const log of moments(await logOf(scenario))) {
      const picture = expertsPicture(loopSlice(log, ''))
      expectDistinct(picture.matrix.rows.map(({ key }) => key))
      expectDistinct(picture.matrix.columns.map(({ category }) => category))
      expectDistinct(stopRules(picture).map(({ name }) => name))
    }
  })

  it.each(autoScenarios)('$name', async (scenario) => {
    for (const log of moments(await logOf(scenario))) {
      const { attempts } = autoPicture(loopSlice(log, ''), '')
      expectDistinct(attempts.map(({ path }) => path))
      expect(attempts.filter(({ isTaken }) => isTaken).length).toBeLessThanOrEqual(1)
    }
  })

  describe('a research', () => {
    let whole: SessionLog
    beforeAll(async () => {
      const { runtime, session } = await runResearch(researching())
      whole = await readLog(runtime, session.id)
    })

    it('has topics, rules and sources with names of their own', () => {
      for (const log of moments(whole)) {
        const slice = loopSlice(log, '')
        const picture = researchPicture(slice)
        expectDistinct(picture.topics.map(({ title }) => title))
        expectDistinct(researchRules(picture).map(({ name }) => name))
        expectDistinct(sourceLedger(slice).map(({ url }) => url))
        expect(reportPicture(slice) === null).toBe(!log.hasEnded)
      }
    })
  })
})
