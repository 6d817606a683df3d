/** A server, and the `openai` library speaking to it: what the tests of `/v1/responses` share. */
import { defineTool, type Model } from '@gyre/core'
import OpenAI from 'openai'
import type { FunctionTool, Response, ResponseStreamEvent } from 'openai/resources/responses/responses'
import { z } from 'zod'
import { type TestServer, type TestServerOptions, testServer } from './test-server.ts'

export type Lab = { readonly server: TestServer; readonly openai: OpenAI }

/** A tool of the server, and one that a person must allow. */
const weather = defineTool({
  name: 'weather',
  description: 'The weather of a city.',
  input: z.object({ city: z.string() }),
  effect: 'pure',
  run: ({ city }) => `18 °C in ${city}`,
})

const mail = defineTool({
  name: 'mail',
  description: 'Sends a mail.',
  input: z.object({ to: z.string() }),
  effect: 'once',
  approval: 'always',
  run: ({ to }) => `sent to ${to}`,
})

export async function responsesLab(model: Model, options: Omit<TestServerOptions, 'model'> = {}): Promise<Lab> {
  const server = await testServer({
    model,
    tools: [weather, mail],
    personas: [
      { persona: { name: 'guide', loop: 'react', tools: ['weather'] }, source: 'test' },
      { persona: { name: 'clerk', loop: 'react', tools: ['mail'] }, source: 'test' },
    ],
    ...options,
  })
  return { server, openai: clientWith(server, server.key) }
}

export function clientWith({ openai: baseURL }: TestServer, apiKey: string): OpenAI {
  return new OpenAI({ baseURL, apiKey, maxRetries: 0 })
}

/** A tool of the client. */
export const lookOutside: FunctionTool = {
  type: 'function',
  name: 'look_outside',
  description: 'Looks out of a window of the client.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  strict: false,
}

export async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

/** The response that the last event of a stream carries. */
export function lastResponse(events: readonly ResponseStreamEvent[]): Response {
  const last = events.at(-1)
  if (last && 'response' in last) return last.response
  throw new Error(`The stream ends with \`${last?.type}\`.`)
}

/** What is the same however a response is read, as it is on the wire. */
export function essence({ id, status, output, usage, error, incomplete_details }: Response) {
  return JSON.parse(JSON.stringify({ id, status, output, usage, error, incomplete_details }))
}

/** The calls that a response hands to its client. */
export function callsIn({ output }: Response) {
  return output.filter((item) => item.type === 'function_call')
}
