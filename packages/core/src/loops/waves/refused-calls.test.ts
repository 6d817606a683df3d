import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { done, goal, goesOn, runWaves } from '../../../../../test/support/waves-runs.ts'
import { says, scriptedModel } from '../../testing/scripted-model.ts'
import { simulatedClock } from '../../testing/simulated-time.ts'
import { plainToolRunner } from '../../tools/plain-runner.ts'
import { defineTool, type Tool, toolOutput } from '../../tools/tool.ts'

const off = { eager: false, speculate: false }
const names = ['a', 'b', 'c', 'd', 'e']
const plans = names.map((id) => goesOn({ id, tool: 'pay', args: { sum: 7 } }))

const resultsOf = (end: { readonly details: unknown }) =>
  (end.details as { results: Record<string, { status: string; text: string }> }).results

/** A tool that says this each time. */
function paying(text: string) {
  let runs = 0
  const tool = defineTool({
    name: 'pay',
    description: 'Pays.',
    input: z.object({ sum: z.number() }),
    run: () => {
      runs += 1
      return toolOutput({ text, error: true })
    },
  })
  return { tool: tool as Tool, runs: () => runs }
}

describe('a call that must not be repeated', () => {
  it.each(['Not run: remote is busy', 'Not run: a person refused this call of `pay`.'])(
    'has failed, and is made once, when its tool answers `%s`',
    async (text) => {
      const { tool, runs } = paying(text)
      const { end } = await runWaves(scriptedModel(...plans, done(), says('Done.')), { tools: [tool], config: off })
      expect(runs()).toBe(1)
      const why = 'Not made: the same call failed before, as `a`. Change its arguments.'
      expect(resultsOf(end)).toMatchObject({ a: { status: 'failed', text }, b: { status: 'not-made', text: why } })
    },
  )

  it('may be planned again as long as its runner does not begin it, whatever that says', async () => {
    const { tool, runs } = paying('Paid, and broke.')
    const plain = plainToolRunner(simulatedClock())
    let refusals = 3
    const output = { text: 'No place is free.', error: true } as const
    const execute: typeof plain.execute = (...call) =>
      refusals-- > 0 ? { output, notMade: true } : plain.execute(...call)
    const model = scriptedModel(...plans, done(), says('Done.'))
    const { end } = await runWaves(model, { tools: [tool], config: off }, goal, { toolRunner: { ...plain, execute } })
    expect(runs()).toBe(1)
    expect(Object.values(resultsOf(end)).map(({ status }) => status)).toEqual([
      'not-made',
      'not-made',
      'not-made',
      'failed',
      'not-made',
    ])
  })
})
