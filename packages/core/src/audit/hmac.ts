/**
 * HMAC-SHA-256 (RFC 2104) by two one-shot hashes, which take half the time of `createHmac`: every row of a journal is
 * signed, and so is the token of every loop.
 *
 * Keys are base64url texts. Their bytes, and those of both pads, are then ASCII, so the inner pad can be joined with
 * the text before it is encoded.
 */
import { hash } from 'node:crypto'

const blockBytes = 64
const digestBytes = 32

/** Signs texts with a key of up to 64 characters. */
export function signer(key: string): (text: string) => string {
  if (key.length > blockBytes) throw new Error('The key is too long.')
  const inner = padded(key, 0x36).toString('latin1')
  const outer = Buffer.alloc(blockBytes + digestBytes)
  outer.set(padded(key, 0x5c))
  return (text) => {
    outer.write(hash('sha256', inner + text, 'binary'), blockBytes, 'latin1')
    return hash('sha256', outer, 'base64url')
  }
}

function padded(key: string, mask: number): Buffer {
  const bytes = Buffer.alloc(blockBytes, mask)
  for (let at = 0; at < key.length; at++) bytes[at] = key.charCodeAt(at) ^ mask
  return bytes
}
