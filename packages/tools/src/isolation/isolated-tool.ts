/** Tools whose code runs in a process of its own. */
import { defineTool, type Json, type Tool, type ToolDefinition } from '@gyre/core'
import type { IsolatedPermissions } from './child-command.ts'
import { callIsolated } from './run-isolated.ts'

/** A tool whose `run` is a function of a module, run in a process of its own. */
export type IsolatedToolDefinition<I> = Omit<ToolDefinition<I>, 'run'> & {
  readonly module: URL
  /** The function to run; `default` when left out. It gets the input and an `IsolatedContext`. */
  readonly export?: string
  readonly memoryMb?: number
  /** What the code may do besides computing. */
  readonly access?: IsolatedPermissions
}

/** All that is handed over of a call's context. */
export type IsolatedContext = { readonly now: number; readonly idempotencyKey: string }

/** Like `defineTool`, with a module instead of `run`. */
export function isolatedTool<I>(definition: IsolatedToolDefinition<I>): Tool<I> {
  const { module, export: name, memoryMb, access, ...rest } = definition
  return defineTool({
    ...rest,
    run: (input, context) => {
      // It ends with the time of the call, which may be another than the tool's own.
      const { signal, idempotencyKey, session } = context
      const handed: IsolatedContext = { now: context.now(), idempotencyKey }
      return callIsolated({
        module,
        args: [input as Json, handed],
        signal,
        session,
        ...(name !== undefined && { export: name }),
        ...(memoryMb !== undefined && { memoryMb }),
        ...(access && { permissions: access }),
      })
    },
  })
}
