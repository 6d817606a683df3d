/** What stands around every view. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { meQuery } from '../api/me.ts'
import { Skeleton } from '../ui/states.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { GlobalKeys } from './global-keys.tsx'
import { InboxNews } from './inbox-news.tsx'
import { Dock, SideBar } from './side-bar.tsx'

export function Shell() {
  // Nothing below asks who is there: it is known.
  useSuspenseQuery(meQuery)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="app">
        <SideBar />
        <Suspense fallback={<Skeleton />}>
          <Outlet />
        </Suspense>
      </div>
      <Dock />
      <Toasts />
      <GlobalKeys />
      <InboxNews />
    </>
  )
}
