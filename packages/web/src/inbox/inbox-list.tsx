/** What waits for a person, each with what settles it. */
import type { Question } from '@gyre/core'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { InboxItem } from '../api/lists.ts'
import { AnswerForm } from '../reasoning/answer-form.tsx'
import { questionParts } from '../session/question-words.ts'
import { ago, moment } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { useNow } from '../ui/use-now.ts'
import { argumentsOf, headline, keyOf, signOf } from './inbox-words.ts'
import { QuickActions, tellSent } from './settling.tsx'

export function InboxList({ items }: { readonly items: readonly InboxItem[] }) {
  return (
    <ul className="itv">
      {items.map((item) => (
        <Item key={keyOf(item)} item={item} />
      ))}
    </ul>
  )
}

/** Names between backticks are set as such. */
function Marked({ line }: { readonly line: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line have no other name than their place.
  return line.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))
}

/** Who pressed Answer wants to write. */
function focusFirst(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('textarea, input')?.focus()
}

const minuteMs = 60_000

function Item({ item }: { readonly item: InboxItem }) {
  const { session, title, updatedAt, path, question } = item
  const { before } = questionParts(question ?? {})
  const [isOpen, setIsOpen] = useState(false)
  const form = useId()
  const now = useNow(minuteMs)
  const { icon, tone } = signOf(item)
  const given = argumentsOf(item)
  const at = Date.parse(updatedAt)
  return (
    <li>
      <span className={tone === 'idle' ? 'muted' : tone}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0">
        <div className="ibx">
          <div className="min-w-0">
            <div className="m5 wrap-anywhere">
              <Marked line={headline(item)} />
            </div>
            {given !== undefined && !isOpen && <code className="xs wrap-anywhere">{given}</code>}
            <div className="st">
              <Link to="/sessions/$session" params={{ session }}>
                {title}
              </Link>
              {path !== null && <code>{path}</code>}
              <time dateTime={updatedAt} title={moment(at)}>
                {ago(at, now)}
              </time>
            </div>
          </div>
          <QuickActions item={item} form={form} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
        </div>
        {isOpen && question && (
          <div className="inbox-form" id={form} ref={focusFirst}>
            {before !== '' && <Markdown text={before} />}
            <AnswerForm session={session} question={question as Question} onSent={tellSent} />
          </div>
        )}
      </div>
    </li>
  )
}
