import { describe, expect, it } from 'vitest'
import { gyreClient } from './gyre-client.ts'

/** A client, and the requests it made. */
function noted() {
  const requests: { readonly url: string; readonly headers: Record<string, string> }[] = []
  const send: typeof fetch = async (input, init) => {
    requests.push({ url: String(input), headers: Object.fromEntries(new Headers(init?.headers)) })
    return Response.json({})
  }
  const headers = () => ({ 'x-gyre-csrf': 'token' })
  return { requests, client: gyreClient('http://gyre.test//', { key: 'gyre_1', headers, fetch: send }) }
}

describe('the typed client', () => {
  it('sends its key and its headers with every request', async () => {
    const { requests, client } = noted()
    await client.me.$get()
    expect(requests).toEqual([
      { url: 'http://gyre.test/api/v1/me', headers: { authorization: 'Bearer gyre_1', 'x-gyre-csrf': 'token' } },
    ])
  })

  it('may name anything in a path', async () => {
    const { requests, client } = noted()
    await client.sessions[':id'].steps[':path'].prompt.$get({ param: { id: 'ses_1', path: 'root/2/map[3]?' } })
    expect(requests[0]?.url).toBe('http://gyre.test/api/v1/sessions/ses_1/steps/root%2F2%2Fmap%5B3%5D%3F/prompt')
  })
})
