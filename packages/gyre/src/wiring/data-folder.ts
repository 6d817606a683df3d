import { join } from 'node:path'
import type { Environment } from '../config/environment.ts'

/** Where this platform keeps the data of programs. */
export function dataFolder(env: Environment, platform: NodeJS.Platform): string {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '.'
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'gyre')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'gyre')
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'gyre')
}
