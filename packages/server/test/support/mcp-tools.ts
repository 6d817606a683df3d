/** Tools of the sessions that tests of MCP run. */
import { defineTool } from '@gyre/core'
import { z } from 'zod'

export const add = defineTool({
  name: 'add',
  description: 'Adds.',
  input: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => String(a + b),
})

/** Asks before each payment. */
export const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number() }),
  approval: 'always',
  run: ({ amount }) => `Paid ${amount}.`,
})
