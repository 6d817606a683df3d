import type { ModelCall, ModelRequest } from '@gyre/core'
import { says, scriptedModel, simulatedClock } from '@gyre/core/testing'
import { expect, it } from 'vitest'
import { searchTool } from '../world/facts.ts'
import { timedModel, timedTool, timeOf } from './timing.ts'

const request: ModelRequest = { messages: [] }
const callAt = (path: string) => ({ session: 's', path, signal: new AbortController().signal }) as ModelCall

/** What arrives, and when. */
async function arrivals(text: string, ms: number) {
  const clock = simulatedClock(0)
  const model = timedModel(scriptedModel(says(text)), clock, () => ms)
  const arrived: [number, string][] = []
  const read = async () => {
    for await (const part of model.stream(request, callAt('plan#1')))
      arrived.push([clock.now(), part.type === 'text' ? part.text : part.type])
  }
  await clock.runUntil(read())
  return arrived
}

it('lets a reply arrive evenly over its time', async () => {
  const arrived = await arrivals('0123456789'.repeat(6), 100)
  expect(arrived.slice(0, 3)).toEqual([
    [10, '012345'],
    [20, '678901'],
    [30, '234567'],
  ])
  expect(arrived.slice(-2)).toEqual([
    [100, '456789'],
    [100, 'finish'],
  ])
})

it('takes the whole time for a reply without words', async () => {
  expect(await arrivals('', 70)).toEqual([
    [70, ''],
    [70, 'finish'],
  ])
})

it('gives what is guessed beside the loop a time of its own', () => {
  const ms = timeOf({ modelMs: 500, guessMs: 100, toolMs: 200 })
  expect([ms(callAt('plan#1')), ms(callAt('ahead#2/guess#1'))]).toEqual([500, 100])
})

it('lets a tool answer after its time', async () => {
  const clock = simulatedClock(0)
  const tool = timedTool(searchTool('nothing'), clock, 200)
  const result = await clock.runUntil(Promise.resolve(tool.run({ query: 'x' }, {} as never)))
  expect([clock.now(), result]).toEqual([200, 'Nothing found for “x”.'])
})
