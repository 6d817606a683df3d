/** The environment of a server that is started here: what programs need to run at all, and what its config gives it. */
import type { Environment } from './variables.ts'

/** Where programs, homes and temporary files are, and how people write. None of these is a secret. */
export const plainVariables: ReadonlySet<string> = new Set([
  'HOME',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'TMPDIR',
  'TZ',
  'USER',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  // On Windows.
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATHEXT',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
])

/** Nothing of the environment comes along that is not named here: keys of models and of other servers do not. */
export function serverEnvironment(
  env: Environment,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    // Old shells keep functions in variables.
    const isPlain = plainVariables.has(name.toUpperCase()) && value !== undefined && !value.startsWith('()')
    if (isPlain) plain[name] = value
  }
  return { ...plain, ...given }
}
