import { chmodSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { pageFindings } from './page-findings.ts'

type Given = { readonly env?: Readonly<Record<string, string>>; readonly platform?: NodeJS.Platform }

async function found(folder: string | undefined, { env = {}, platform = 'linux' }: Given = {}) {
  const findings = await pageFindings({ folder, env, platform, port: 4111 })
  return findings.map(({ check, level, message, fix }) => [check, level, message, fix])
}

describe('the web page', () => {
  it('is built, or not, or not installed', async () => {
    const folder = temporaryFolder()
    expect((await found(folder))[0]).toEqual([
      'web page',
      'note',
      'The pages are not built yet.',
      'In a clone `npm start` builds them, and so does: npm run build',
    ])
    writeFileSync(join(folder, 'index.html'), '')
    expect((await found(folder))[0]).toEqual(['web page', 'ok', 'installed', null])
    expect(await found(undefined)).toEqual([['web page', 'ok', 'not installed: see libraries', null]])
  })
})

describe('a browser', () => {
  const withProgram = (name: string) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o755)
    return folder
  }
  const browser = async (env: Readonly<Record<string, string>>, platform?: NodeJS.Platform) =>
    (await found('/', { env, ...(platform && { platform }) }))[1]

  it.each([
    ['of the desktop', 'xdg-open', { DISPLAY: ':0' }],
    ['that a variable names', 'lynx', { BROWSER: 'lynx' }],
    ['of Windows, from its Linux', 'wslview', {}],
  ])('is the one %s', async (_, name, env) => {
    expect(await browser({ ...env, PATH: withProgram(name) })).toEqual([
      'browser',
      'ok',
      `${name} opens the link`,
      null,
    ])
  })

  it('is always there on a Mac', async () => {
    expect(await browser({}, 'darwin')).toEqual(['browser', 'ok', 'the browser of this machine opens the link', null])
  })

  it('is on another machine where there is no screen: a tunnel leads there', async () => {
    const path = withProgram('xdg-open')
    const said = 'No browser is found on this machine; the page can be used from another one.'
    const tunnel = (to: string) =>
      `There run: ssh -L 4111:127.0.0.1:4111 ${to}, then open the link of \`gyre serve\` there.`
    expect(await browser({ PATH: path, USER: 'ada' })).toEqual(['browser', 'note', said, tunnel(`ada@${hostname()}`)])
    const remote = { PATH: path, USER: 'ada', SSH_CONNECTION: '192.0.2.7 50000 192.0.2.9 22' }
    expect(await browser(remote)).toEqual(['browser', 'note', said, tunnel('ada@192.0.2.9')])
  })
})
