/** The audit keys of a database: those given, else those of the file `key` beside it. */
import { dirname } from 'node:path'
import type { KeyRing } from '@gyre/core'
import { ephemeralRing, keyRing, type Passphrases, passphraseKeys } from '../audit-key.ts'
import { keysOfFolder } from '../key-file.ts'
import { isInMemory } from './connection.ts'

export function openKeys(database: string, key: Passphrases | undefined): KeyRing {
  if (!isInMemory(database)) return keysOfFolder(dirname(database), key)
  const given = passphraseKeys(key)
  const current = given.at(-1)
  return current ? keyRing(current, given) : ephemeralRing()
}
