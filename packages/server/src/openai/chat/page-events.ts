/** Status, plan and sources as pages show them beside an answer. Texts are cut: a line of the stream must stay short. */
import type { ShownStep, Source } from '../../narration/moment.ts'
import type { PageEvent, PageTask } from './piece.ts'

const longestStatus = 500
const longestTask = 200
const mostTasks = 50
const longestQuote = 1000
const mostQuotes = 8
const longestName = 300

export function statusEvent(text: string, done: boolean): PageEvent {
  return { type: 'status', data: { description: shortened(text, longestStatus), done } }
}

export function planEvent(steps: readonly ShownStep[]): PageEvent {
  const shown = steps.slice(0, mostTasks)
  const ids = shown.map(({ id }) => shortened(id, longestName))
  const tasks = shown.map(({ goal, state }, at) => ({
    id: uniqueId(ids, at),
    content: shortened(goal, longestTask),
    status: taskStates[state],
  }))
  return { type: 'chat:message:tasks', data: { tasks } }
}

/** Steps of two plans may have one id; pages break on that. */
function uniqueId(ids: readonly string[], at: number): string {
  const id = ids[at] ?? ''
  const before = ids.slice(0, at).filter((each) => each === id).length
  return before === 0 ? id : `${id} (${before + 1})`
}

const taskStates: Readonly<Record<ShownStep['state'], PageTask['status']>> = {
  pending: 'pending',
  running: 'in_progress',
  done: 'completed',
  failed: 'cancelled',
}

export function sourceEvent({ title, url, quotes }: Source): PageEvent {
  const name = shortened(title || url, longestName)
  const shown = quotes.slice(0, mostQuotes).map((quote) => shortened(quote, longestQuote))
  const document = shown.length === 0 ? [name] : shown
  return {
    type: 'source',
    data: { source: { name, url }, document, metadata: document.map(() => ({ source: url, name })) },
  }
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}
