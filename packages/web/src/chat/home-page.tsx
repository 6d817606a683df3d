/** Where one begins: with examples as long as nothing was done and no model is connected, else with a new chat. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { recentSessionsQuery } from '../api/sessions.ts'
import { Page } from '../shell/page.tsx'
import { Skeleton } from '../ui/states.tsx'
import { useIsDemo } from '../welcome/use-is-demo.ts'
import { NewChat } from './new-chat.tsx'

const WelcomeContent = lazy(async () => ({ default: (await import('../welcome/welcome-content.tsx')).WelcomeContent }))

export function HomePage() {
  const { data: recent, isPending } = useQuery(recentSessionsQuery)
  const isDemo = useIsDemo()
  // What is replaced by something else would take the focus with it.
  if (isPending || isDemo === undefined) return <Page title="Gyre">{<Skeleton />}</Page>
  if (isDemo && recent?.length === 0)
    return (
      <Page title="Welcome">
        <Suspense fallback={<Skeleton />}>
          <WelcomeContent isDemo />
        </Suspense>
      </Page>
    )
  return (
    <Page title="New chat" bare>
      <NewChat />
    </Page>
  )
}
