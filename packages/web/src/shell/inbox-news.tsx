/** Tells that something waits for a person: by the title of the tab, and where it is wanted by the browser itself. */
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { InboxItem } from '../api/lists.ts'
import { inboxQuery } from '../api/sessions.ts'
import { headline, keyOf, plain } from '../inbox/inbox-words.ts'
import { countedTitle, news, useWish } from './notifications.ts'

/** Draws nothing: it stands once in the shell. */
export function InboxNews() {
  const { data } = useQuery(inboxQuery)
  useCountInTitle(data?.length ?? 0)
  useNotifications(data)
  return null
}

/** Each view sets the title of the tab; the count is put before it again. */
function useCountInTitle(count: number): void {
  useEffect(() => {
    const mark = () => {
      const title = countedTitle(document.title, count)
      if (document.title !== title) document.title = title
    }
    mark()
    const watcher = new MutationObserver(mark)
    const element = document.querySelector('title')
    if (element) watcher.observe(element, { childList: true })
    return () => watcher.disconnect()
  }, [count])
}

function useNotifications(items: readonly InboxItem[] | undefined): void {
  const wish = useWish()
  const router = useRouter()
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!items) return
    const fresh = news(known.current, items, keyOf)
    known.current = new Set(items.map(keyOf))
    // Whoever looks at the page sees it there.
    if (wish !== 'on' || document.hasFocus()) return
    for (const item of fresh) notify(item, () => void router.navigate(sessionOf(item)))
  }, [items, wish, router])
}

function sessionOf({ session }: InboxItem) {
  return { to: '/sessions/$session', params: { session } } as const
}

/** The tag keeps several tabs from telling the same. */
function notify(item: InboxItem, onClick: () => void): void {
  const notification = new Notification(plain(headline(item)), {
    body: item.title,
    tag: keyOf(item),
    icon: '/gyre.svg',
  })
  notification.onclick = () => {
    window.focus()
    notification.close()
    onClick()
  }
}
