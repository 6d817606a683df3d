/**
 * A page that watches a session of fifty events a second: how often it is held up, how soon it answers a key, and how
 * much memory it holds as time goes by. Told by the browser's own tools.
 */
import { fileURLToPath } from 'node:url'
import { defineLoop, type Model, Runtime, user } from '@gyre/core'
import { placeOf, serve } from '@gyre/server'
import { memoryStore } from '@gyre/stores/memory'
import type { CDPSession, Page } from 'playwright-core'
import { findBrowser, launch } from '../../test/web/browser.ts'

const eventsPerSecond = 50
const samples = 10

/** Words of one reply: eight seconds of talk, then a fact. */
const wordsOfReply = 400

/** Talks without end, a word at a time. */
const talker: Model = {
  id: 'bench/talker',
  price: { input: 0, output: 0 },
  async *stream(_, { signal }) {
    for (let word = 1; word <= wordsOfReply && !signal.aborted; word++) {
      yield { type: 'text', text: word % 40 === 0 ? 'turn.\n\n' : 'gyre ' }
      await new Promise((resolve) => setTimeout(resolve, 1000 / eventsPerSecond))
    }
    yield { type: 'finish', reason: 'stop', usage: { inputTokens: 10, outputTokens: wordsOfReply } }
  },
}

const chatter = defineLoop({
  name: 'chatter',
  async run(ctx, task) {
    for (let turn = 1; ; turn++) {
      await ctx.generate([user(task.goal)], { label: 'think' })
      ctx.note('progress', { turn })
    }
  },
})

type Sample = { readonly minute: number; readonly heapMb: number; readonly longTasks: number; readonly keyMs: number }

/** A table of samples over so many minutes. */
export async function webLiveTable(minutes: number): Promise<string> {
  const durationMs = minutes * 60_000
  const runtime = new Runtime({ store: memoryStore(), model: talker, models: [talker], loops: [chatter] })
  const pages = fileURLToPath(new URL('../../packages/web/dist/', import.meta.url))
  const server = await serve(placeOf(runtime), { port: 0, isOpen: true, pages })
  const cache = fileURLToPath(new URL('../../node_modules/.cache/browser/', import.meta.url))
  const browser = await launch(await findBrowser(cache, process.env))
  try {
    const session = await runtime.start(chatter, { goal: 'Tell me of gyres.' })
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await page.goto(`${server.url}/sessions/${session.id}`)
    await page.getByRole('main').waitFor()
    await countLongTasks(page)
    const cdp = await page.context().newCDPSession(page)
    const taken: Sample[] = []
    for (let sample = 1; sample <= samples; sample++) {
      await page.waitForTimeout(durationMs / samples)
      taken.push({ minute: (minutes * sample) / samples, ...(await lookAt(page, cdp)) })
    }
    await session.abort()
    return table(taken)
  } finally {
    await browser.close()
    server.stop()
    await runtime.close({ graceMs: 0 })
    await server.close()
  }
}

function countLongTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const counted = window as { longTasks?: number }
    counted.longTasks = 0
    new PerformanceObserver((list) => {
      counted.longTasks = (counted.longTasks ?? 0) + list.getEntries().length
    }).observe({ entryTypes: ['longtask'] })
  })
}

async function lookAt(page: Page, cdp: CDPSession): Promise<Omit<Sample, 'minute'>> {
  const started = performance.now()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').first().waitFor()
  const keyMs = performance.now() - started
  await page.keyboard.press('Escape')
  const longTasks = await page.evaluate(() => (window as { longTasks?: number }).longTasks ?? 0)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return { heapMb: usedSize / 1024 / 1024, longTasks, keyMs }
}

function table(taken: readonly Sample[]): string {
  const lines = taken.map(
    ({ minute, heapMb, longTasks, keyMs }) =>
      `| ${minute.toFixed(1)} | ${heapMb.toFixed(1)} | ${longTasks} | ${keyMs.toFixed(0)} |`,
  )
  const head = '| minutes | heap in MB, after a collection | tasks over 50 ms so far | from Ctrl+K to the palette, ms |'
  return [head, '| --- | --- | --- | --- |', ...lines].join('\n')
}
