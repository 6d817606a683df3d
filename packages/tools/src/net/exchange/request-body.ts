/** The body of a request, in a form that can be sent again when a redirect asks for it. */
export type RequestBody = {
  readonly content: ArrayBuffer | ReadableStream
  /** What the form of the body says about its type, such as that of a form. */
  readonly type: string | null
  readonly isRepeatable: boolean
}

export type GivenBody = NonNullable<RequestInit['body']>

export async function requestBody(given: GivenBody): Promise<RequestBody> {
  if (given instanceof ReadableStream) return { content: given, type: null, isRepeatable: false }
  const held = new Response(given)
  return { content: await held.arrayBuffer(), type: held.headers.get('content-type'), isRepeatable: true }
}
