/** Quantities in other units. */
import { defineTool, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { mathWork } from '../math-process.ts'

type Converted = { readonly value: number; readonly from: string; readonly to: string }

const unit = z.string().min(1).max(60)

export const convertTool = defineTool({
  name: 'math.convert',
  description:
    'Converts a quantity from one unit to another: length, mass, temperature, area, volume, speed, time, data, energy, power, pressure and more. Not currencies.',
  input: z.object({
    value: z.number().describe('How much.'),
    from: unit.describe('Such as `km`, `lb`, `degC`, `GB`, `hour`, `miles per hour`, `square feet`.'),
    to: unit.describe('A unit of the same kind.'),
  }),
  effect: 'pure',
  trusted: true,
  timeoutMs: 30_000,
  run: async (input, { signal }) => {
    const result = await mathWork<Converted>({ name: 'convert', input, signal })
    const text = `${input.value} ${result.from} = ${result.value} ${result.to}`
    return toolOutput({ text, data: { value: result.value, unit: result.to } })
  },
}) as Tool
