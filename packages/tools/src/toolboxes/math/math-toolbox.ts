/** Mathematics for models: numbers, units, statistics, algebra. */
import { defineToolbox, type Tool, type Toolbox } from '@gyre/core'
import { calculator } from './calculator.ts'
import { convertTool } from './tools/convert.ts'
import { statisticsTool } from './tools/statistics.ts'
import { deriveTool, factorTool, integrateTool, simplifyTool, solveTool } from './tools/symbolic-tools.ts'

/** Mathematics for models: numbers, units, statistics, algebra. */
export function mathToolbox(): Toolbox {
  return defineToolbox({
    name: 'math',
    description: 'Arithmetic and functions, units, statistics, equations, derivatives and integrals.',
    tools: [
      calculator as Tool,
      convertTool,
      statisticsTool,
      solveTool,
      simplifyTool,
      deriveTool,
      integrateTool,
      factorTool,
    ],
  })
}
