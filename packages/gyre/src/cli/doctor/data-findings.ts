/** The data folder: there, writable, with room, and with a key nobody else reads. */
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Finding, fault, note, ok } from './finding.ts'

const megabyte = 1_000_000
const littleBytes = 500 * megabyte
const leastBytes = 20 * megabyte

/** A passphrase signs in the place of the key file. */
export type DataOptions = { readonly folder: string; readonly hasPassphrase: boolean; readonly platform: string }

export async function dataFindings({ folder, hasPassphrase, platform }: DataOptions): Promise<readonly Finding[]> {
  const there = await nearestFolder(resolve(folder))
  const isThere = there === resolve(folder)
  return [
    await folderFinding(folder, there, isThere),
    await spaceFinding(there),
    await keyFinding(join(folder, 'key'), hasPassphrase, platform),
  ]
}

/** The folder, or the first one above it that is there. */
async function nearestFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined)
  return found || folder === dirname(folder) ? folder : nearestFolder(dirname(folder))
}

async function folderFinding(folder: string, there: string, isThere: boolean): Promise<Finding> {
  const check = 'data folder'
  const isFolder = (await stat(there)).isDirectory()
  if (!isFolder)
    return fault(check, `${there} is no folder.`, 'Move that file away, or name another folder: --data DIR.')
  const canWrite = await access(there, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!canWrite)
    return fault(check, `${there} is not writable.`, 'Give yourself the right to write there, or use --data DIR.')
  return ok(check, isThere ? folder : `${folder}, made with the first session`)
}

async function spaceFinding(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const bytes = bavail * bsize
  const said = `${Math.floor(bytes / megabyte)} MB free`
  if (bytes < leastBytes) return fault('disk', said, 'Free some disk space, or move the data folder: --data DIR.')
  if (bytes < littleBytes) return note('disk', said, 'Free some disk space; `gyre prune` removes old sessions.')
  return ok('disk', said)
}

async function keyFinding(file: string, hasPassphrase: boolean, platform: string): Promise<Finding> {
  const check = 'audit key'
  if (hasPassphrase) return ok(check, 'GYRE_KEY signs what is written')
  const found = await stat(file).catch(() => undefined)
  if (!found) return ok(check, 'made with the first session')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0)
    return fault(check, `${file} is empty or cannot be read.`, 'Put the audit key back from your backup.')
  // Windows has other rights, which this number does not tell.
  if (platform !== 'win32' && (found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8)
    return note(check, `${file} can be read by others (mode ${mode}).`, `Run: chmod 600 '${file}'`)
  }
  return ok(check, `${file}, ${lines.length === 1 ? '1 key' : `${lines.length} keys`}`)
}
