/** What is made once for an idempotency key, however often and wherever it is asked for. */
import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalJson, GyreError, type Json, type KeyValue } from '@gyre/core'
import { hashOf } from '../../auth/secret.ts'

/** As long as a client may try again. */
const keptMs = 86_400_000

/** Longer than anything takes to be made: whoever claimed it and has not made it by then has died. */
const claimMs = 60_000

const firstOneMs = 5000
const pollMs = 25

export type Once = {
  readonly keyValue: KeyValue
  /** Whose key it is: others may use the same. */
  readonly whose: string
  readonly key: string
  /** What is asked for: the same key stands for nothing else. */
  readonly asked: unknown
}

type Made = { readonly id: string; readonly asked: string }

/** Of requests at the same time, in any process, one makes it and the others wait for it. */
export async function once({ keyValue, whose, key, asked: body }: Once, make: () => Promise<string>): Promise<string> {
  const place = `once:${whose}:${key}`
  const asked = hashOf(canonicalJson(body as Json))
  const read = async () => sameOf((await keyValue.get(place)) as Made | undefined, asked, key)
  const known = await read()
  if (known !== undefined) return known
  const isFirst = (await keyValue.increment(`${place}:claims`, 1, claimMs)) === 1
  if (!isFirst) return made(read, key)
  try {
    // Somebody may have made it between the look and the claim.
    const id = (await read()) ?? (await make())
    await keyValue.set(place, { id, asked }, keptMs)
    return id
  } catch (error) {
    // Nothing was made: the key is free again.
    await keyValue.delete(`${place}:claims`)
    throw error
  }
}

function sameOf(made: Made | undefined, asked: string, key: string): string | undefined {
  if (made === undefined || made.asked === asked) return made?.id
  const message = `expected a new key: \`${key}\` was sent before, with another body`
  const issues = [{ path: 'idempotencyKey', message }]
  throw new GyreError('request-invalid', `idempotencyKey: ${message}`, { issues })
}

async function made(read: () => Promise<string | undefined>, key: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < firstOneMs; waitedMs += pollMs) {
    const id = await read()
    if (id !== undefined) return id
    await sleep(pollMs)
  }
  throw new GyreError('rate-limited', `Another request with the key \`${key}\` is still under way.`, { key })
}
