/** Calls of MCP among the streams that are open: each holds a connection for as long as its session is watched. */

/** Counts a call as open until its response is over. */
export async function countedCall(respond: () => Promise<Response>, close: () => void): Promise<Response> {
  let isStream = false
  try {
    const response = await respond()
    const { body, headers, status } = response
    isStream = body !== null && headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!body || !isStream) return response
    return new Response(body.pipeThrough(new TransformStream({ flush: close, cancel: close })), { status, headers })
  } finally {
    if (!isStream) close()
  }
}
