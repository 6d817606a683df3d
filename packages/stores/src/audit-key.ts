/** Keys that sign the rows of a journal and the entries of the audit log. */
import { createHash, randomBytes } from 'node:crypto'
import type { AuditKey, KeyRing } from '@gyre/core'

/**
 * A passphrase, or several when it was changed over time: the last one signs, the others still verify. `key:` and a line of a
 * key file stand for the key of that line.
 */
export type Passphrases = string | readonly string[]

/** 32 bytes in base64url. */
const fileLine = /^key:([\w-]{43})$/

export function auditKey(secret: Uint8Array): AuditKey {
  return { id: createHash('sha256').update(secret).digest('hex').slice(0, 8), secret }
}

/** A ring of one key that dies with its store. It is made when it is first needed: most such stores are never read. */
export function ephemeralRing(): KeyRing {
  let key: AuditKey | undefined
  return {
    get current() {
      key ??= auditKey(randomBytes(32))
      return key
    },
    find(id) {
      return id === this.current.id ? this.current : undefined
    },
  }
}

export function passphraseKeys(key: Passphrases | undefined): readonly AuditKey[] {
  const passphrases = key === undefined ? [] : typeof key === 'string' ? [key] : key
  return passphrases.map((text) => auditKey(secretOf(text)))
}

function secretOf(text: string): Uint8Array {
  const line = fileLine.exec(text)?.[1]
  return line === undefined ? createHash('sha256').update(text).digest() : Buffer.from(line, 'base64url')
}

/** A ring of the given keys. `older` is asked for ids they do not have. */
export function keyRing(current: AuditKey, keys: readonly AuditKey[], older?: () => readonly AuditKey[]): KeyRing {
  const byId = new Map([...keys, current].map((key) => [key.id, key]))
  return {
    current,
    find(id) {
      if (!byId.has(id)) for (const key of older?.() ?? []) byId.set(key.id, key)
      return byId.get(id)
    },
  }
}
