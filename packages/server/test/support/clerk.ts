/** A persona with a tool that just runs and one that asks first, and loops that need somebody. */
import { defineLoop, defineTool, evaluateArithmetic, type Loop } from '@gyre/core'
import { z } from 'zod'

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city.',
  input: z.object({ city: z.string() }),
  run: ({ city }) => `18 °C in ${city}`,
})

const send = defineTool({
  name: 'send',
  description: 'Sends a letter.',
  input: z.object({ to: z.string() }),
  effect: 'once',
  approval: 'always',
  run: ({ to }) => `sent to ${to}`,
})

export const calculate = defineTool({
  name: 'math.calculate',
  description: 'Calculates.',
  input: z.object({ expression: z.string() }),
  run: ({ expression }) => String(evaluateArithmetic(expression)),
})

/** A loop that is nothing but what it does. */
export function plainLoop(name: string, run: Loop['run']): Loop {
  return defineLoop({
    name,
    version: 1,
    summary: 'For tests.',
    config: z.strictObject({}),
    prompts: {},
    traits: {
      minCalls: '0',
      multiArgTools: false,
      selfCorrects: false,
      auditablePlan: false,
      worksWithoutTools: true,
      bestFor: 'tests',
      signals: [],
    },
    example: { goal: 'Ask.', args: [] },
    run,
  })
}

const asking = plainLoop('asking', async (ctx) => ({
  answer: `You said ${await ctx.askHuman('Which city?')}.`,
}))

const delegating = plainLoop('delegating', async (ctx, task) => {
  const { answer } = await ctx.runLoop('react', task, { label: 'expert' })
  return { answer }
})

/** The persona `clerk`, `boss`, who leaves the work to a clerk, and the loop `asking`. */
export const office = {
  tools: [weather, send],
  loops: [asking, delegating],
  personas: ['clerk', 'boss'].map((name) => ({
    persona: { name, loop: name === 'boss' ? 'delegating' : 'react', tools: ['weather', 'send'] },
    source: 'test',
  })),
}
