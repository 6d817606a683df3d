import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Where Gyre keeps its data: as told, else where this platform keeps such things. */
export function dataFolder(asked: string | undefined, env: Environment, platform: NodeJS.Platform): string {
  if (asked) return asked
  if (env['GYRE_DATA']) return env['GYRE_DATA']
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '.'
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'gyre')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'gyre')
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'gyre')
}
