/** A real browser: one that is named, one of this machine, or the one that comes with the repository. */
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Nothing leaves the machine, and nothing is asked of whoever runs the tests. */
const flags = [
  '--no-sandbox',
  '--headless=new',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** `BROWSER_PATH`, then one on this machine, then the packed one, which is unpacked into `cache`. */
export async function findBrowser(cache: string, env: NodeJS.ProcessEnv): Promise<string> {
  const named = env['BROWSER_PATH']
  if (named) return named
  const folders = (env['PATH'] ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = [...candidates, ...usualPlaces].find(canRun)
  return found ?? unpacked(cache, env)
}

/** It unpacks under the folder for temporary files, and its own libraries only where it believes to be in a cloud. */
async function unpacked(cache: string, env: NodeJS.ProcessEnv): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The tests need a browser here: install Chromium or Chrome, or name one in BROWSER_PATH.')
  }
  mkdirSync(cache, { recursive: true })
  env['TMPDIR'] = cache
  env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x'
  const { default: packed } = await import('@sparticuz/chromium')
  const program = await packed.executablePath()
  bringFonts(cache, env)
  return program
}

/** It looks for the fonts it brings in folders of a cloud, and gives up on a page when it finds none at all. */
function bringFonts(cache: string, env: NodeJS.ProcessEnv): void {
  const folder = join(cache, 'fonts')
  const dirs = [join(folder, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('')
  const config = `<fontconfig>${dirs}<cachedir>${join(cache, 'fonts-cache')}</cachedir></fontconfig>`
  writeFileSync(join(folder, 'fonts.conf'), `<?xml version="1.0"?>\n${config}\n`)
  env['FONTCONFIG_PATH'] = folder
}

export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: flags })
}
