/** Failures of tools in words: what went wrong, and what to do about it. */

import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { serverError } from '../http/errors.ts'

type Outcome = CallToolResult | InputRequiredResult

/** A handler whose failures are results that the model can read. */
export function telling<I, R extends Outcome>(handle: (input: I, ctx: ServerContext) => Promise<R>) {
  return async (input: I, ctx: ServerContext): Promise<R | CallToolResult> => {
    try {
      return await handle(input, ctx)
    } catch (thrown) {
      const { code, message, fix } = serverError(thrown)
      return {
        content: [{ type: 'text', text: `${ended(message)}\n${fix}` }],
        isError: true,
        _meta: { 'gyre/error': code },
      }
    }
  }
}

/** With one mark at its end, whatever it had. */
function ended(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`
}
