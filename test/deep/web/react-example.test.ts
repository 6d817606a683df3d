/** The example in React, as somebody uses it: the program is started, a question is typed, the answer is seen to come. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { complaintsOf, useBrowser } from '../../web/visit.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const browser = useBrowser()

let program: ChildProcess
let url: string

beforeAll(async () => {
  program = spawn(process.execPath, ['--conditions=@gyre/source', 'examples/react/server.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: program.stdout! }), 'line')) as [string]
  url = line
})

afterAll(async () => {
  const ended = once(program, 'exit')
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

/** A page of the program, and every text of its answers that was ever on it. */
async function opened() {
  const page = await browser().newPage()
  const complaints = complaintsOf(page)
  await page.goto(url)
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[aria-label=assistant]')) seen.add(textContent ?? '')
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return {
    page,
    complaints,
    ask: async (question: string, answer: string) => {
      await page.getByLabel('Your question').fill(question)
      await page.getByRole('button', { name: 'Ask' }).click()
      await page.getByText(answer, { exact: true }).waitFor()
    },
    seen: () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]),
  }
}

it('shows the thought and the tool that was used while the answer is still to come', async () => {
  const { ask, seen, complaints } = await opened()
  await ask('What is 17 * 6 + 14?', '17 * 6 + 14 = 116')
  const thought = 'The value of 17 * 6 + 14 is wanted.'
  const used = `${thought}math.calculate: output-available`
  const texts = await seen()
  expect(texts).toContain(used)
  expect(texts.at(-1)).toBe(`${used}17 * 6 + 14 = 116`)
  expect(complaints).toEqual([])
})

it('shows an answer that is streamed word by word', async () => {
  const { page, ask, seen } = await opened()
  await page.getByLabel('Loop').selectOption('direct')
  await ask('What is 17 * 6 + 14?', '17 * 6 + 14 = 116')
  const texts = await seen()
  expect(texts.length).toBeGreaterThan(3)
  for (const text of texts) expect('17 * 6 + 14 = 116').toContain(text)
})

it('goes on with the same chat', async () => {
  const { page, ask } = await opened()
  await ask('What is 2 + 3?', '2 + 3 = 5')
  await ask('What is 4 * 5?', '4 * 5 = 20')
  expect(await page.getByLabel('assistant').count()).toBe(2)
})
