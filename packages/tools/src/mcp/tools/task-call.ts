/**
 * Tools of 2025-11-25 that run as tasks: the call gives a handle, and the answer is fetched with it.
 *
 * The SDK keeps the vocabulary and has no driver, so this is one: it waits for the answer, on whose stream the server
 * asks people what it needs to know, and looks at the task now and then for those who watch.
 */
import { setTimeout } from 'node:timers/promises'
import type * as Sdk from '@modelcontextprotocol/client'
import type { Call } from '../host/calls-in-flight.ts'
import type { Library } from '../wire/sdk.ts'

/** Long enough for a person to answer. */
const keptMs = 86_400_000
const shortestPollMs = 200
const defaultPollMs = 1000

export function needsTask(tool: Sdk.Tool): boolean {
  return tool.execution?.taskSupport === 'required'
}

export async function callAsTask(
  sdk: Library,
  client: Sdk.Client,
  params: Sdk.CallToolRequestParams,
  { call, options }: { readonly call: Call; readonly options: Sdk.RequestOptions },
): Promise<Sdk.CallToolResult> {
  const { CreateTaskResult, CallToolResult } = sdk.specTypeSchemas
  const asked = { method: 'tools/call', params: { ...params, task: { ttl: keptMs } } }
  const { task } = await client.request(asked, CreateTaskResult, options)
  const watching = new AbortController()
  void watch(sdk, client, task, { call, signal: watching.signal })
  try {
    const fetched = { method: 'tasks/result', params: { taskId: task.taskId } }
    return await client.request(fetched, CallToolResult, options)
  } catch (error) {
    if (call.signal.aborted) void cancel(sdk, client, task.taskId)
    throw error
  } finally {
    watching.abort()
  }
}

type Watching = { readonly call: Call; readonly signal: AbortSignal }

/** Tells how far the task is, as long as somebody waits for it. Whatever goes wrong here goes wrong there, too. */
async function watch(sdk: Library, client: Sdk.Client, task: Sdk.Task, { call, signal }: Watching): Promise<void> {
  const everyMs = Math.max(task.pollInterval ?? defaultPollMs, shortestPollMs)
  let said: string | undefined
  for (let looks = 1; await pause(everyMs, signal); looks++) {
    const asked = { method: 'tasks/get', params: { taskId: task.taskId } }
    const state = await client.request(asked, sdk.specTypeSchemas.GetTaskResult, { signal }).catch(() => undefined)
    if (!state || signal.aborted) return
    if (state.statusMessage !== undefined && state.statusMessage !== said) {
      said = state.statusMessage
      call.context.progress({ done: looks, message: said })
    }
  }
}

/** False when it was cut short. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return setTimeout(ms, true, { signal }).catch(() => false)
}

async function cancel(sdk: Library, client: Sdk.Client, taskId: string): Promise<void> {
  await client
    .request({ method: 'tasks/cancel', params: { taskId } }, sdk.specTypeSchemas.CancelTaskResult)
    .catch(() => {})
}
