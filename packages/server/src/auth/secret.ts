/** Secrets that are shown once and kept as a hash. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** As many bits as the hash has: nobody guesses one. */
const secretBytes = 32

/** Random, 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

/** No salt and no slow hash: a secret of 256 random bits stands in no list. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** In the same time whether they are equal or not, and wherever they differ. */
export function isSameHash(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'))
}

/** Two texts of any length, compared by their hashes: in the same time wherever they differ. */
export function isSameText(one: string, other: string): boolean {
  return isSameHash(hashOf(one), hashOf(other))
}
