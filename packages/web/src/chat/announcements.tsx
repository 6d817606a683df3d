/** What is told to who cannot see the page: how far it is, now and then, and once that it is over. */
import { useEffect, useRef, useState } from 'react'
import type { LiveSession } from '../session/live-session.ts'
import { standingOf } from '../session/standing.ts'
import { statusPicture } from '../session/status-line-picture.ts'

const everyMs = 5000

export function Announcements({ live }: { readonly live: LiveSession }) {
  const { view, hasEnded } = live.log
  const [told, setTold] = useState('')
  const wasOpen = useRef(false)
  const newest = useRef('')
  const { word, what } = statusPicture(live.log)
  newest.current = `${word}. ${what}`

  useEffect(() => {
    if (!hasEnded) {
      wasOpen.current = true
      const timer = setInterval(() => setTold(newest.current), everyMs)
      return () => clearInterval(timer)
    }
    // One that was over when the page was opened is no news.
    if (wasOpen.current && view.definition) setTold(`It has ended: ${standingOf(view.status, view.outcome).word}.`)
    return undefined
  }, [hasEnded, view])

  return (
    <p className="vh" role="status">
      {told}
    </p>
  )
}
