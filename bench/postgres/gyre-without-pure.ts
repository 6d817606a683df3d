/** Gyre with a tool whose record waits for no other: as many commits as the floor has. */
import type { OnPostgres } from './contestant-process.ts'
import { openOn as openGyre } from './gyre.ts'

export function openOn(url: string): Promise<OnPostgres> {
  return openGyre(url, 'idempotent')
}
