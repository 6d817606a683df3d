/** Runs of experts with a scripted model, as its tests look at them. */
import { defineTool, experts, readMaterial, type StartOptions, type TaskInput, toolOutput } from '@gyre/core'
import type { ScriptedModel, ScriptedReply } from '@gyre/core/testing'
import { expect } from 'vitest'
import { z } from 'zod'
import { stepPaths, textsOf, type World, world } from './kernel.ts'

export const goal = 'How old is the bridge, and how long?'

export type ExpertsRun = StartOptions & { readonly task?: TaskInput; readonly in?: World }

/** Starts a session and sees it to its end; a replay of it must be equal. */
export async function runExperts(model: ScriptedModel, { task = goal, in: given, ...options }: ExpertsRun = {}) {
  const { runtime, store } = given ?? world({ loops: [experts] })
  const session = await runtime.start(experts, task, { model, ...options })
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  return { runtime, store, session, end, paths: await stepPaths(runtime, session.id) }
}

/** The parts of the newest message of a request that has any. */
export function given(model: ScriptedModel, request: number): Readonly<Record<string, string>> {
  const read = textsOf(model.requests[request]).map(readMaterial)
  return read.findLast((parts) => Object.keys(parts).length > 0) ?? {}
}

/** A model that says what is written for the path it is asked at. */
export const byPath =
  (replies: Readonly<Record<string, ScriptedReply>>) =>
  (_: unknown, { path }: { readonly path: string }): ScriptedReply => {
    const reply = replies[path]
    if (!reply) throw new Error(`Nothing is written for \`${path}\`.`)
    return reply
  }

type Page = { readonly url: string; readonly text: string }

/** A web of these pages: a search finds all of them, whatever it is asked. */
export function webOf(pages: readonly Page[]) {
  const search = defineTool({
    name: 'web.search',
    description: 'Searches the web.',
    input: z.object({ query: z.string() }),
    effect: 'pure',
    run: ({ query }) =>
      toolOutput({
        text: pages.length === 0 ? `Nothing was found for "${query}".` : pages.map(({ url }) => url).join('\n'),
        data: pages.map(({ url }) => ({ url })),
        untrusted: { from: 'web.search' },
      }),
  })
  const fetch = defineTool({
    name: 'web.fetch',
    description: 'Reads a page.',
    input: z.object({ url: z.string() }),
    effect: 'pure',
    run: ({ url }) => {
      const page = pages.find((each) => each.url === url)
      if (!page) throw new Error('unreachable')
      return toolOutput({ text: page.text, untrusted: { from: url } })
    },
  })
  return [search, fetch]
}

/** A calculation that knows one sum. */
export const calculate = defineTool({
  name: 'math.calculate',
  description: 'Evaluates an expression.',
  input: z.object({ expression: z.string() }),
  effect: 'pure',
  trusted: true,
  run: ({ expression }) => {
    if (!/^[\d\s+*-]+$/.test(expression)) throw new Error(`cannot read ${expression}`)
    const [one = 0, other = 0] = expression.split('+').map(Number)
    return String(one + other)
  },
})

/** A tool that must not be called twice for the same. */
export const book = defineTool({
  name: 'book',
  description: 'Books a room.',
  input: z.object({ room: z.string() }),
  run: ({ room }) => `booked ${room}`,
})
