/** The web page: whether it is there, and whether this machine has a browser to open it with. */
import { access, constants } from 'node:fs/promises'
import { hostname } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Environment } from '../io.ts'
import { type Finding, note, ok } from './finding.ts'

export type PageFindingOptions = {
  /** Where the pages lie; undefined when they are not installed. */
  readonly folder: string | undefined
  readonly env: Environment
  readonly platform: NodeJS.Platform
  readonly port: number
}

export async function pageFindings(options: PageFindingOptions): Promise<readonly Finding[]> {
  const pages = await pagesFinding(options.folder)
  return options.folder === undefined ? [pages] : [pages, await browserFinding(options)]
}

async function pagesFinding(folder: string | undefined): Promise<Finding> {
  const check = 'web page'
  if (folder === undefined) return ok(check, 'not installed: see libraries')
  if (await isThere(join(folder, 'index.html'))) return ok(check, 'installed')
  return note(check, 'The pages are not built yet.', 'In a clone `npm start` builds them, and so does: npm run build')
}

async function browserFinding({ env, platform, port }: PageFindingOptions): Promise<Finding> {
  const opener = await openerOf(env, platform)
  if (opener !== undefined) return ok('browser', `${opener} opens the link`)
  const said = 'No browser is found on this machine; the page can be used from another one.'
  return note('browser', said, `There run: ${tunnel(env, port)}, then open the link of \`gyre serve\` there.`)
}

/** The same port on both sides: the link holds as it is printed, and the server knows its own name in it. */
function tunnel(env: Environment, port: number): string {
  const [, , address] = env['SSH_CONNECTION']?.split(' ') ?? []
  const user = env['USER'] || env['LOGNAME'] || 'USER'
  return `ssh -L ${port}:127.0.0.1:${port} ${user}@${address ?? hostname()}`
}

/** What opens a link here; undefined when nothing would. */
async function openerOf(env: Environment, platform: NodeJS.Platform): Promise<string | undefined> {
  if (platform === 'darwin' || platform === 'win32') return 'the browser of this machine'
  const hasScreen = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
  // `wslview` hands links to Windows, which has a screen of its own.
  const names = [env['BROWSER'] ?? '', 'wslview', ...(hasScreen ? graphical : [])].filter((name) => name !== '')
  for (const name of names) if (await isOnPath(name, env)) return name
  return undefined
}

const graphical = ['xdg-open', 'firefox', 'chromium', 'chromium-browser', 'google-chrome']

async function isOnPath(name: string, env: Environment): Promise<boolean> {
  const folders = name.includes('/') ? [''] : (env['PATH'] ?? '').split(delimiter).filter((each) => each !== '')
  const found = await Promise.all(folders.map((folder) => isThere(join(folder, name), constants.X_OK)))
  return found.includes(true)
}

function isThere(path: string, mode?: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  )
}
