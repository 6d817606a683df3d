/** Who saved a version: as the audit log has it. */

type Entry = { readonly actor: string; readonly target: string; readonly data: unknown }

/** Undefined for what was saved before anybody kept count, or by a program beside the server. */
export function savedBy(entries: readonly Entry[], target: string, version: number): string | undefined {
  return entries.find((entry) => entry.target === target && versionIn(entry.data) === version)?.actor
}

function versionIn(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'version' in data ? data.version : undefined
}
