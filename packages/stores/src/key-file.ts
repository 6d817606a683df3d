/** The audit keys of a data folder: one per line, the last one signs. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type AuditKey, GyreError, type KeyRing } from '@gyre/core'
import { auditKey, keyRing, type Passphrases, passphraseKeys } from './audit-key.ts'
import { makeFolder } from './made-folder.ts'
import { shortWait } from './sqlite/short-wait.ts'
import { fileError } from './sqlite/store-error.ts'

/** How long to wait for another process that made the file and has not filled it yet. */
const fillWaitMs = 1000

/** The keys given, else those of the file `key` of the folder, which is made on first use. */
export function keysOfFolder(folder: string, key: Passphrases | undefined): KeyRing {
  return keysFound(folder, key) ?? ringOfFile(folder, makeKey(join(folder, 'key')))
}

/** The same where no file is made; undefined when there are none. */
export function keysFound(folder: string, key: Passphrases | undefined): KeyRing | undefined {
  const given = passphraseKeys(key)
  const current = given.at(-1)
  if (current) return keyRing(current, given, () => readKeys(join(folder, 'key')) ?? [])
  const kept = readKeys(join(folder, 'key'))
  return kept && ringOfFile(folder, kept)
}

function ringOfFile(folder: string, kept: readonly AuditKey[]): KeyRing {
  const file = join(folder, 'key')
  return keyRing(currentOf(kept, file), kept, () => readKeys(file) ?? [])
}

/** Undefined when there is no file. */
function readKeys(file: string): readonly AuditKey[] | undefined {
  const deadline = Date.now() + fillWaitMs
  let text = read(file)
  while (text === '' && Date.now() < deadline) {
    shortWait(5)
    text = read(file)
  }
  return text
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => auditKey(secretOf(line, file)))
}

/** Exclusive, so that of two processes one makes the key and both use it; on disk before any row is signed with it. */
function makeKey(file: string): readonly AuditKey[] {
  makeFolder(file)
  const secret = randomBytes(32)
  let handle: number
  try {
    handle = openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readKeys(file) ?? []
    throw fileError('store-failed', file, 'cannot be made', error)
  }
  try {
    writeSync(handle, `${secret.toString('base64url')}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return [auditKey(secret)]
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fileError('file-unreadable', file, 'cannot be read', error)
  }
}

function secretOf(line: string, file: string): Uint8Array {
  const secret = Buffer.from(line, 'base64url')
  if (secret.length === 32) return secret
  throw new GyreError('key-missing', `A line of ${file} is no key: 32 bytes in base64url are due.`, { path: file })
}

function currentOf(keys: readonly AuditKey[], file: string): AuditKey {
  const current = keys.at(-1)
  if (current) return current
  throw new GyreError('key-missing', `${file} is empty: put the key back, or remove the file to begin a new one.`, {
    path: file,
  })
}
