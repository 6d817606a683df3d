/** sqlite-vec, where it is installed and can be loaded. */
import type { DatabaseSync } from 'node:sqlite'

/** False where there is no binary for this machine, or extensions may not be loaded: then vectors are scanned. */
export async function loadVectorExtension(database: DatabaseSync): Promise<boolean> {
  try {
    const { getLoadablePath } = await import('sqlite-vec')
    database.loadExtension(getLoadablePath())
    return true
  } catch {
    return false
  }
}
