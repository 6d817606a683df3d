/** The plan as a list of what is done and what is left. Draws nothing where a loop makes no plan. */
import { Icon, type IconName } from '../ui/icon.tsx'
import { Clock } from './clock.tsx'
import type { LiveSession } from './live-session.ts'
import { type ChecklistItem, planChecklist } from './plan-checklist-picture.ts'

type Look = { readonly className: string; readonly icon: IconName; readonly word: string }

const looks: Readonly<Record<ChecklistItem['state'], Look>> = {
  done: { className: 'done', icon: 'check', word: 'done' },
  failed: { className: 'failed', icon: 'x', word: 'failed' },
  now: { className: 'now', icon: 'gyre', word: 'running' },
  next: { className: 'next', icon: 'ring', word: 'next' },
  'not-made': { className: 'next', icon: 'ring', word: 'not made' },
}

export function PlanChecklist({ live }: { readonly live: LiveSession }) {
  const items = planChecklist(live.log)
  if (items.length === 0) return null
  return (
    <div className="card">
      <div className="in t">
        <ol className="todo" aria-label="Plan">
          {items.map((item) => (
            <Item key={item.key} item={item} />
          ))}
        </ol>
      </div>
    </div>
  )
}

function Item({ item }: { readonly item: ChecklistItem }) {
  const { className, icon } = looks[item.state]
  return (
    <li className={className}>
      <Icon name={icon} spins={item.state === 'now' && item.since !== null} />
      <span className="min-w-0 break-words">{item.goal}</span>
      <small>
        <Standing item={item} />
      </small>
    </li>
  )
}

function Standing({ item: { state, goal, tool, score, remark, since } }: { readonly item: ChecklistItem }) {
  const { word } = looks[state]
  if (state === 'now' && since !== null)
    return (
      <>
        {word}, <Clock since={since} />
      </>
    )
  // A call is often told by its tool already.
  const by = tool === null || goal.startsWith(tool) ? null : tool
  const said = [state === 'done' ? by : word, score === null ? null : `score ${score}`, remark].filter(
    (part) => part !== null,
  )
  return said.length === 0 ? <span className="vh">{word}</span> : said.join(', ')
}
