/** What the main thread of a page does meanwhile, by the browser's own trace. */
import type { Browser, Page } from 'playwright-core'

export type PageTasks = {
  /** The longest task in ms: of the processor's time, and by the clock, which counts what else the machine does. */
  readonly longestCpuMs: number
  readonly longestMs: number
  /** How many took more than 50 ms. */
  readonly longByCpu: number
  readonly long: number
  /** What took longest within each of them. */
  readonly told: readonly string[]
}

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Of the processor's time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const longUs = 50_000
const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline']

export async function tasksDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<PageTasks> {
  await browser.startTracing(page, { categories })
  await work()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] }
  return tasksIn(trace.traceEvents)
}

function tasksIn(events: readonly TraceEvent[]): PageTasks {
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const threads = new Set(events.filter(isMain).map(threadOf))
  const ofPages = events.filter((event) => event.ph === 'X' && threads.has(threadOf(event)))
  const tasks = ofPages.filter(({ name }) => name === 'RunTask')
  const long = tasks.filter(({ dur = 0 }) => dur > longUs)
  return {
    longestCpuMs: Math.max(0, ...tasks.map(cpuOf)) / 1000,
    longestMs: Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000,
    longByCpu: tasks.filter((task) => cpuOf(task) > longUs).length,
    long: long.length,
    told: long.map((task) => taskText(task, ofPages)),
  }
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`
}

/** Where the system does not tell it, the clock has to do. */
function cpuOf({ tdur, dur = 0 }: TraceEvent): number {
  return tdur ?? dur
}

const mostParts = 5

function taskText(task: TraceEvent, events: readonly TraceEvent[]): string {
  const { ts, dur = 0 } = task
  const inside = events.filter(
    (each) =>
      each.name !== 'RunTask' &&
      threadOf(each) === threadOf(task) &&
      each.ts >= ts &&
      each.ts + (each.dur ?? 0) <= ts + dur,
  )
  const longest = inside.toSorted((one, other) => cpuOf(other) - cpuOf(one)).slice(0, mostParts)
  const parts = longest.map((each) => `${each.name} ${(cpuOf(each) / 1000).toFixed(0)}`)
  return `${(dur / 1000).toFixed(0)} ms, of the processor ${(cpuOf(task) / 1000).toFixed(0)}: ${parts.join(', ')}`
}
