/** API keys: made once, shown once, kept as a hash. */
import { randomBytes } from 'node:crypto'
import { type Catalog, GyreError, type Json } from '@gyre/core'
import { type Caller, type KeyBudget, operator, type Role } from './caller.ts'
import { checkNewKey } from './new-key.ts'
import { hashOf, isSameHash, newSecret } from './secret.ts'

/** A key as it is kept: nobody can make the key of it again. */
export type KeyRecord = {
  readonly id: string
  /** What people call it. */
  readonly name: string
  readonly owner: string
  readonly role: Role
  readonly personas: readonly string[] | null
  readonly budget: KeyBudget | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

/** A key to be made: its name, and whatever of `KeyRecord` is to be other than the default. */
export type NewKey = Pick<KeyRecord, 'name'> &
  Partial<Pick<KeyRecord, 'owner' | 'role' | 'personas' | 'budget' | 'expiresAt'>>

type StoredKey = KeyRecord & { readonly hash: string }

const kind = 'api-key'
const idBytes = 6

/** Compared with when there is no key of an id. */
const hashOfNone = hashOf('')

export type ApiKeysOptions = { readonly catalog: Catalog; now(): number }

/** Keys are the operator's, whoever's sessions they open. */
export class ApiKeys {
  readonly #catalog: Catalog
  readonly #now: () => number

  constructor({ catalog, now }: ApiKeysOptions) {
    this.#catalog = catalog
    this.#now = now
  }

  /** Makes a key. Its text is shown here and never again. Fails with `request-invalid` when it cannot be so. */
  async add(wanted: NewKey): Promise<{ readonly record: KeyRecord; readonly key: string }> {
    checkNewKey(wanted, this.#now())
    const { name, owner = operator, role = 'user', personas = null, budget = null, expiresAt = null } = wanted
    const id = randomBytes(idBytes).toString('hex')
    const secret = newSecret()
    const at = this.#now()
    const createdAt = new Date(at).toISOString()
    const record: KeyRecord = { id, name, owner, role, personas, budget, createdAt, expiresAt, revokedAt: null }
    await this.#catalog.save({ owner: operator, kind, name: id, body: { ...record, hash: hashOf(secret) } as Json, at })
    return { record, key: `gyre_${id}_${secret}` }
  }

  async list(): Promise<readonly KeyRecord[]> {
    const entries = await this.#catalog.list(operator, kind)
    return entries.map(({ body }) => shown(body as StoredKey)).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  }

  /** Whether any key opens anything now. */
  async hasValid(): Promise<boolean> {
    return (await this.list()).some((record) => this.#isValid(record))
  }

  /** It opens nothing from now on. */
  async revoke(id: string): Promise<KeyRecord> {
    const stored = await this.#find(id)
    if (!stored) throw new GyreError('key-unknown', `There is no key \`${id}\`.`, { id })
    const at = this.#now()
    const revoked = { ...stored, revokedAt: stored.revokedAt ?? new Date(at).toISOString() }
    await this.#catalog.save({ owner: operator, kind, name: id, body: revoked as Json, at })
    return shown(revoked)
  }

  /** Whom a key stands for; undefined when it opens nothing. */
  async callerOf(text: string): Promise<Caller | undefined> {
    const [, id = '', secret = ''] = /^gyre_([0-9a-f]{12})_([\w-]{43})$/.exec(text) ?? []
    if (id === '') return undefined
    const stored = await this.#find(id)
    // The same work is done for a key that is not there: how long it takes tells nothing.
    const isRight = isSameHash(hashOf(secret), stored?.hash ?? hashOfNone)
    if (!stored || !isRight || !this.#isValid(stored)) return undefined
    const { owner, name, role, personas, budget } = stored
    return { owner, name: `key:${name}`, role, key: id, personas, budget }
  }

  #isValid({ revokedAt, expiresAt }: KeyRecord): boolean {
    return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > this.#now())
  }

  async #find(id: string): Promise<StoredKey | undefined> {
    return (await this.#catalog.get(operator, kind, id))?.body as StoredKey | undefined
  }
}

function shown({ hash: _, ...record }: StoredKey): KeyRecord {
  return record
}
