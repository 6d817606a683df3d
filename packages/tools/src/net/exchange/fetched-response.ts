/** The answer as the caller gets it: standard, with a body that is bounded in size and time. */
import type { Response as UndiciResponse } from 'undici'
import { type BodyTerms, cappedBody, tooLarge } from './capped-body.ts'
import { fetchFailed } from './failure.ts'
import { isAccepted, mediaTypeOf } from './media-type.ts'

export type Arrival = {
  readonly url: URL
  readonly wasRedirected: boolean
  readonly contentTypes: readonly string[] | undefined
  readonly isStatusEnough: boolean
}

export function fetchedResponse(answer: UndiciResponse, arrival: Arrival, terms: BodyTerms): Response {
  const { status, body } = answer
  if (status > 599) throw unknownStatus(status, terms.host)
  if (body !== null) refuseUnread(answer, arrival, terms)
  else terms.deadline.end()
  const headers = [...answer.headers] as [string, string][]
  const statusText = isByteString(answer.statusText) ? answer.statusText : ''
  const response = new Response(body && cappedBody(body, terms), { status, statusText, headers })
  const { href, hash } = arrival.url
  return Object.defineProperties(response, {
    url: { value: hash === '' ? href : href.slice(0, -hash.length) },
    redirected: { value: arrival.wasRedirected },
  })
}

/** Some sites send such a one to programs. No response can hold it. */
function unknownStatus(status: number, host: string): Error {
  return fetchFailed(`\`${host}\` answered with status ${status}.`, { host, reason: 'status', status })
}

/** What a server writes behind the status may be in any language, and no response takes it then. */
function isByteString(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
}

/** What is packed is counted when it is unpacked. */
function saidLength({ headers }: UndiciResponse): number {
  return headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0)
}

/** Before anything of the body is read. Pages about a failure come in any type. */
function refuseUnread(answer: UndiciResponse, arrival: Arrival, { host, maxBytes }: BodyTerms): void {
  const { contentTypes, isStatusEnough } = arrival
  if (!isStatusEnough && saidLength(answer) > maxBytes) throw tooLarge(host, maxBytes)
  if (contentTypes === undefined || !answer.ok) return
  const type = mediaTypeOf(answer.headers.get('content-type'))
  if (type !== undefined && isAccepted(type, contentTypes)) return
  const sent = type === undefined ? 'something of no known type' : `\`${type}\``
  const message = `\`${host}\` sent ${sent}; only ${contentTypes.map((each) => `\`${each}\``).join(', ')} can be read.`
  throw fetchFailed(message, { host, reason: 'content-type', ...(type && { contentType: type }) })
}
