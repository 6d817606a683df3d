/**
 * Pages that watch a session of fifty events a second: how much memory they hold as time goes by, how often they are
 * held up, and how soon they answer a key. Told by the browser's own tools.
 */
import { defineLoop, type Model, Runtime, user } from '@gyre/core'
import { placeOf, serve } from '@gyre/server'
import { memoryStore } from '@gyre/stores/memory'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import type { Bench } from './bench.ts'

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

const thread = 'thr_talk'

/** A page that watches, and the name of its field for guidance. */
type Watching = { readonly name: string; readonly page: Page; readonly cdp: CDPSession; readonly field: string }

type Sample = {
  readonly minute: number
  readonly name: string
  readonly heapMb: number
  readonly nodes: number
  readonly listeners: number
  readonly longTasks: number
  readonly keyMs: number
}

/** A table of samples over so many minutes. */
export async function webLiveTable(minutes: number, { browser, pages }: Bench): Promise<string> {
  const runtime = new Runtime({ store: memoryStore(), model: talker, models: [talker], loops: [chatter] })
  const server = await serve(placeOf(runtime), { port: 0, isOpen: true, pages })
  try {
    const session = await runtime.start(chatter, { goal: 'Tell me of gyres.' }, { thread })
    const watching = [
      await watch(browser, {
        name: 'Chat',
        url: `${server.url}/chat/${thread}`,
        field: 'Guidance for the session that runs',
      }),
      await watch(browser, { name: 'Reasoning', url: `${server.url}/sessions/${session.id}`, field: 'Guidance' }),
    ]
    const taken: Sample[] = []
    for (let sample = 1; sample <= samples; sample++) {
      await new Promise((resolve) => setTimeout(resolve, (minutes * 60_000) / samples))
      const minute = (minutes * sample) / samples
      for (const each of watching) taken.push({ minute, name: each.name, ...(await lookAt(each)) })
      console.error(`${minute.toFixed(1)} of ${minutes} minutes`)
    }
    await session.abort()
    return table(taken)
  } finally {
    server.stop()
    await runtime.close({ graceMs: 0 })
    await server.close()
  }
}

type Watched = { readonly name: string; readonly url: string; readonly field: string }

async function watch(browser: Browser, { name, url, field }: Watched): Promise<Watching> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel(field, { exact: true }).waitFor()
  await page.evaluate(countUp)
  return { name, page, field, cdp: await context.newCDPSession(page) }
}

type Counted = { longTasks: number; keyMs: number }

/** Within the page: tasks over 50 ms, and the longest time from a key to the picture that shows it. */
function countUp(): void {
  const counted: Counted = { longTasks: 0, keyMs: 0 }
  Object.assign(window, { counted })
  new PerformanceObserver((list) => {
    counted.longTasks += list.getEntries().length
  }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    const keys = list.getEntries().filter(({ name }) => name.startsWith('key'))
    counted.keyMs = Math.max(counted.keyMs, ...keys.map(({ duration }) => duration))
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

const written = 'what of the wind'

async function lookAt({ page, cdp, field }: Watching): Promise<Omit<Sample, 'minute' | 'name'>> {
  const box = page.getByLabel(field, { exact: true })
  await box.pressSequentially(written, { delay: 60 })
  await box.fill('')
  const { longTasks, keyMs } = await page.evaluate(() => {
    const { counted } = window as unknown as { readonly counted: Counted }
    const seen = { ...counted }
    counted.keyMs = 0
    return seen
  })
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
  return { heapMb: usedSize / 1024 / 1024, nodes, listeners: jsEventListeners, longTasks, keyMs }
}

function table(taken: readonly Sample[]): string {
  const head = ['minutes', 'page', 'heap after a collection, MB', 'nodes', 'listeners', 'long tasks so far', 'key, ms']
  const rows = taken.map(({ minute, name, heapMb, nodes, listeners, longTasks, keyMs }) => [
    minute.toFixed(1),
    name,
    heapMb.toFixed(1),
    String(nodes),
    String(listeners),
    String(longTasks),
    keyMs === 0 ? 'under 16' : keyMs.toFixed(0),
  ])
  return markdownTable(head, rows)
}
