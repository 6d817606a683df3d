/**
 * How a receiver knows that a result is ours and fresh.
 *
 * The header is `Gyre-Signature: t=<seconds since 1970>,v1=<hex>`; the hex is the HMAC-SHA256 of `<t>.<body>` under the
 * secret that both know, where the body is as it was sent, byte for byte. It is made anew for each attempt.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const signatureHeader = 'Gyre-Signature'

const defaultToleranceMs = 300_000

export function signatureOf(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  return `t=${seconds},v1=${digestOf(secret, seconds, body).toString('hex')}`
}

/** What a receiver checks a signature with. */
export type SignatureCheck = {
  readonly secret: string
  /** The value of the header. */
  readonly signature: string
  /** As it came, best as bytes: pieces that are decoded one by one have lost the characters between them. */
  readonly body: string | Uint8Array
  /** In ms. */
  readonly now: number
  /** How old, or how far ahead, it may be; five minutes when left out. */
  readonly toleranceMs?: number
}

/** Whether a body was signed with this secret, a short while ago. For receivers. */
export function verifySignature({
  secret,
  signature,
  body,
  now,
  toleranceMs = defaultToleranceMs,
}: SignatureCheck): boolean {
  const { time, hex } = /^t=(?<time>\d{1,12}),v1=(?<hex>[0-9a-f]{64})$/.exec(signature)?.groups ?? {}
  if (time === undefined || hex === undefined) return false
  // Without one, whoever writes could sign.
  if (secret === '') return false
  const isFresh = Math.abs(now - Number(time) * 1000) <= toleranceMs
  return isFresh && timingSafeEqual(Buffer.from(hex, 'hex'), digestOf(secret, Number(time), body))
}

function digestOf(secret: string, seconds: number, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
}
