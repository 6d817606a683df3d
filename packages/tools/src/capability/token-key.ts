/** The secrets tokens are signed with: each is derived from a key of the journal's ring, and is not that key. */
import { hkdfSync } from 'node:crypto'
import type { AuditKey } from '@gyre/core'

const secretBytes = 32

/** Kept as long as the ring keeps the key. */
const secrets = new WeakMap<AuditKey, string>()

export function tokenSecret(key: AuditKey): string {
  const known = secrets.get(key)
  if (known !== undefined) return known
  const derived = hkdfSync('sha256', key.secret, '', 'gyre capability token', secretBytes)
  const secret = Buffer.from(derived).toString('base64url')
  secrets.set(key, secret)
  return secret
}
