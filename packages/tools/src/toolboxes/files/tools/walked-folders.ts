/** Folders that are looked into when a call goes through all of a folder. */

/** There are more files in them than in all the rest, and none that somebody wrote here. */
const left = new Set(['.git', 'node_modules'])

export const notEntered = '`.git` and `node_modules` are entered only when `path` names them.'

export function entersFolder(_path: string, name: string): boolean {
  return !left.has(name)
}
