/** Tools that fail, each in its own way, unless they are told to do well. */
import { pathToFileURL } from 'node:url'
import { defineTool, type Tool, type ToolContext } from '@gyre/core'
import { z } from 'zod'
import { isolatedTool } from '../../../packages/tools/src/isolation/isolated-tool.ts'

const input = z.object({ n: z.number(), well: z.boolean() })

type Input = z.infer<typeof input>

/** How long a tool is waited for that does not answer. */
const timeoutMs = 2
/** Long after that, also on a machine that is busy. */
const lateMs = 500

const bad: Readonly<Record<string, (input: Input, context: ToolContext) => unknown>> = {
  throws: () => {
    throw new Error('broken')
  },
  'throws-oddly': () => {
    throw hostile('thrown')
  },
  hangs: () => new Promise(() => {}),
  huge: () => 'x'.repeat(50_000_000),
  cycle: () => {
    const circle: Record<string, unknown> = {}
    circle['again'] = circle
    return circle
  },
  proxy: () => hostile('returned'),
  mutates: (given) => {
    const open = given as Record<string, unknown>
    delete open['well']
    open['n'] = 'changed'
    open['more'] = true
    return 'changed'
  },
  'ignores-abort': (_, { signal }) => {
    signal.addEventListener('abort', () => {})
    return new Promise((resolve) => setTimeout(resolve, lateMs, 'too late'))
  },
  'fails-late': () => new Promise((_, reject) => setTimeout(reject, lateMs, new Error('too late'))),
}

/** Whoever looks at it meets an error. */
function hostile(what: string): object {
  const trap = () => {
    throw new Error(`${what} by a trap`)
  }
  return new Proxy({}, { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap })
}

export function faultyTools(killer: string): readonly Tool[] {
  const common = { description: 'Goes wrong.', input, effect: 'pure' } as const
  const tools = Object.entries(bad).map(([kind, run]) =>
    defineTool({
      ...common,
      name: `faults.${kind}`,
      // Half of them are cleaned on their way, too.
      trusted: kind.length % 2 === 0,
      timeoutMs,
      run: (given, context) => (given.well ? 'well' : run(given, context)),
    }),
  )
  const module = pathToFileURL(killer)
  const isolated = isolatedTool({ ...common, name: 'faults.kills-its-worker', module, memoryMb: 64, timeoutMs: 20_000 })
  return [...tools, isolated] as readonly Tool[]
}
