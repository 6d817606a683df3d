/**
 * HMAC-SHA-256 (RFC 2104) by two one-shot hashes, which take half the time of `createHmac`: every row
 * of a journal is signed.
 *
 * The key is the secret as base64url text. Its bytes, and those of both pads, are then ASCII, so the
 * inner pad can be joined with the text before it is encoded.
 */
import { hash } from 'node:crypto'

const blockBytes = 64
const digestBytes = 32

/** Signs texts with a secret of up to 48 bytes. */
export function signer(secret: Uint8Array): (text: string) => string {
  const text = Buffer.from(secret).toString('base64url')
  if (text.length > blockBytes) throw new Error('The secret is too long.')
  const key = Buffer.alloc(blockBytes)
  key.write(text, 'latin1')
  const inner = Buffer.from(key.map((byte) => byte ^ 0x36)).toString('latin1')
  const outer = Buffer.alloc(blockBytes + digestBytes)
  outer.set(key.map((byte) => byte ^ 0x5c))
  return (message) => {
    outer.write(hash('sha256', inner + message, 'binary'), blockBytes, 'latin1')
    return hash('sha256', outer, 'base64url')
  }
}
