/**
 * HMAC-SHA-256 (RFC 2104) by two one-shot hashes: a fraction of the time of `createHmac`, and every child loop is
 * granted a token of several signatures.
 *
 * Keys and signatures are base64url texts. Their bytes, and those of both pads, are then ASCII, so the inner pad can be
 * joined with the text before it is encoded.
 */
import { hash } from 'node:crypto'

const blockBytes = 64
const digestBytes = 32

/** The signature of a text with a key of up to 64 characters. */
export function hmac(key: string, text: string): string {
  const outer = Buffer.alloc(blockBytes + digestBytes)
  outer.write(hash('sha256', pad(key, 0x36) + text, 'binary'), blockBytes, 'latin1')
  outer.write(pad(key, 0x5c), 0, 'latin1')
  return hash('sha256', outer, 'base64url')
}

function pad(key: string, mask: number): string {
  const bytes = Buffer.alloc(blockBytes, mask)
  for (let at = 0; at < key.length; at++) bytes[at] = key.charCodeAt(at) ^ mask
  return bytes.toString('latin1')
}
