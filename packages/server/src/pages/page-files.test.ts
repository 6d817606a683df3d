import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { pageFileAt, readPageFiles } from './page-files.ts'

function built(): string {
  // Where the pages are says nothing of which of them change.
  const folder = join(temporaryFolder(), 'assets', 'pages')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets', 'main-x1.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'main-x1.js.map'), '{}')
  return folder
}

describe('the files of the pages', () => {
  it('are those of known kinds, packed where that helps', async () => {
    const files = await readPageFiles(built())
    expect([...(files?.keys() ?? [])].sort()).toEqual(['/assets/main-x1.js', '/index.html'])
    const script = files?.get('/assets/main-x1.js')
    expect(script).toMatchObject({ type: 'text/javascript; charset=utf-8', isFixed: true })
    expect(String(gunzipSync(script?.packed ?? ''))).toBe('export {}')
    expect(files?.get('/index.html')?.isFixed).toBe(false)
  })

  it('are none where nothing was built', async () => {
    expect(await readPageFiles(temporaryFolder())).toBeUndefined()
    expect(await readPageFiles(join(temporaryFolder(), 'nowhere'))).toBeUndefined()
  })

  it.each([
    '/',
    '/chat',
    '/chat/thr_1',
    '/sessions',
    '/sessions/ses_1/steps',
    '/admin/prompts',
    '/welcome',
    '/inbox',
    '/compare/lab',
  ])('%s is a view, drawn by the first page', async (path) => {
    const files = await readPageFiles(built())
    expect(files && pageFileAt(files, path)).toBe(files?.get('/index.html'))
  })

  it.each([
    '/api/v1/me',
    '/v1/models',
    '/mcp',
    '/health',
    '/login',
    '/chats',
    '/assets/other.js',
    '/../package.json',
    '/assets/main-x1.js.map',
  ])('%s is no page', async (path) => {
    const files = await readPageFiles(built())
    expect(files && pageFileAt(files, path)).toBeUndefined()
  })
})
