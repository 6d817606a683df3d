/** A watcher whose connection is cut again and again, and who goes on from the last fact it has. */
import { get } from 'node:http'
import { defineLoop } from '@gyre/core'
import type { TestServer } from './test-server.ts'

/** A loop with this many notes, and a rest between them for those who watch. */
const notes = 50

export const notingLoop = defineLoop({
  name: 'noting',
  async run(ctx) {
    for (let at = 1; at <= notes; at++) {
      ctx.note('count', at)
      if (at % 10 === 0) await ctx.now()
    }
    return 'Done.'
  },
})

/** Many connections, one after the other, of one caller. */
export const patient = {
  streams: { perCaller: 10_000, total: 10_000 },
  rates: { perCaller: 1e9, failuresPerAddress: 1e9 },
} as const

type Stretch = { readonly text: string; readonly isWhole: boolean; readonly status: number }

/** Reads a stream until so many bytes came, then cuts the connection. */
function stretchOf(server: TestServer, path: string, last: string | undefined, bytes: number): Promise<Stretch> {
  const { promise, resolve, reject } = Promise.withResolvers<Stretch>()
  const headers = { authorization: `Bearer ${server.key}`, ...(last !== undefined && { 'last-event-id': last }) }
  const request = get(`${server.url}${path}`, { agent: false, headers }, (response) => {
    const pieces: Buffer[] = []
    let read = 0
    const done = (isWhole: boolean) => {
      const text = Buffer.concat(pieces).subarray(0, bytes).toString('latin1')
      resolve({ text, isWhole, status: response.statusCode ?? 0 })
      request.destroy()
    }
    response.on('data', (piece: Buffer) => {
      pieces.push(piece)
      read += piece.byteLength
      if (read >= bytes) done(false)
    })
    response.on('end', () => done(true))
  })
  request.on('error', reject)
  return promise
}

/** The ids of the messages that came whole. */
function idsIn(text: string): readonly string[] {
  const whole = text.slice(0, text.lastIndexOf('\n\n') + 2)
  return [...whole.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id ?? '')
}

/** The numbers of all facts that were told over connections cut after so many bytes each; the last one is not cut. */
export async function watchWithCuts(
  server: TestServer,
  session: string,
  cuts: readonly number[],
): Promise<readonly number[]> {
  const path = `/api/v1/sessions/${session}/events?after=0`
  const seqs: number[] = []
  for (const bytes of [...cuts, Number.POSITIVE_INFINITY]) {
    const last = seqs.length === 0 ? undefined : String(seqs.at(-1))
    const { text, isWhole } = await stretchOf(server, path, last, bytes)
    seqs.push(...idsIn(text).map(Number))
    if (isWhole) break
  }
  return seqs
}
