import { type DeliveryTarget, defineLoop, definePrompts, user } from '@gyre/core'
import { inMemoryMemory, modelOf, says } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { open } from '../open.ts'
import { comparison } from './comparison.ts'
import { runSideBySide } from './side-by-side.ts'
import { whatIf } from './what-if.ts'

const models = ['test/one', 'test/two'].map((id) => ({ ...modelOf(() => says('Hello.')), id }))
const [model] = models
const asks = defineLoop({
  name: 'asks',
  prompts: definePrompts({ system: 'Say hello.' }),
  run: async (ctx) => {
    const reply = await ctx.generate([user('Hello?')])
    return { answer: reply.text, details: { steps: [{ goal: 'Greet.', output: 'Hello.' }] } }
  },
})

/** A runtime that delivers and remembers what comes to an end, and what it sent and kept. */
function place() {
  const sent: string[] = []
  const ops: DeliveryTarget = {
    name: 'ops',
    deliver: async ({ session }) => {
      sent.push(session)
      return undefined
    },
  }
  const memory = inMemoryMemory()
  const persona = { name: 'teller', loop: 'asks', deliver: ['ops', 'memory'] }
  const personas = [{ persona, source: 'teller.yaml' }]
  const runtime = open({ loops: [asks], models, model: 'test/one', deliveries: [ops], personas, memory, remembers: {} })
  onTestFinished(() => runtime.close())
  return { runtime, sent, kept: () => memory.items.size }
}

describe('sessions that are compared', () => {
  it('are delivered nowhere and not remembered, whatever their persona says', async () => {
    const { runtime, sent, kept } = place()
    const variants = comparison('Greet.', { loops: ['asks'], personas: ['teller'], models, areModelsNamed: true })
    const own = comparison('Greet.', { personas: ['teller'], models })
    const compared = await runSideBySide(runtime, [...variants, ...own])
    expect(compared.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'answered'))
    for (const { session } of compared) expect(await runtime.deliveriesOf(session, { waitMs: 1000 })).toEqual([])
    expect([sent, kept()]).toEqual([[], 0])
  })

  it('are delivered where the caller says', async () => {
    const { runtime, sent } = place()
    const variants = comparison('Greet.', { loops: ['asks'], models: models.slice(0, 1), start: { deliver: ['ops'] } })
    const [compared] = await runSideBySide(runtime, variants)
    await runtime.deliveriesOf(compared?.session ?? '', { waitMs: 1000 })
    expect(sent).toEqual([compared?.session])
  })

  it('are delivered nowhere and not remembered as another course of one that was', async () => {
    const { runtime, sent, kept } = place()
    const session = await runtime.startAs('teller', 'Greet.', model ? { model } : {})
    await session.outcome
    await session.deliveries({ waitMs: 1000 })
    expect([sent, kept()]).toEqual([[session.id], 2])
    const options = { session: session.id, at: 'generate#1', models, loops: ['asks'] }
    const variants = await whatIf(runtime, { ...options, prompts: { 'asks.system': 'Say hi.' } })
    const compared = await runSideBySide(runtime, variants)
    expect(compared.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 4 }, () => 'answered'))
    for (const { session: id } of compared) expect(await runtime.deliveriesOf(id, { waitMs: 1000 })).toEqual([])
    expect([sent, kept()]).toEqual([[session.id], 2])
  })
})
