/** What a page shows beside a response while it comes: what happens now, the plan, the sources. */
import type { Moment } from '../narration/moment.ts'
import { lastStatus } from '../openai/chat/finish.ts'
import { planEvent, sourceEvent, statusEvent } from '../openai/chat/page-events.ts'
import type { PageEvent } from '../openai/chat/piece.ts'

export function pageExtra(moment: Moment): PageEvent | undefined {
  switch (moment.type) {
    case 'status':
      return statusEvent(moment.text, false)
    case 'plan':
      return planEvent(moment.steps)
    case 'source':
      return sourceEvent(moment.source)
    case 'standing':
      return moment.status === 'waiting' ? statusEvent('Waiting for you', true) : undefined
    case 'ended':
      return statusEvent(lastStatus(moment.end), true)
    default:
      return undefined
  }
}
