/** Examples, for who is new here or wants to see a loop they have not used. */
import { Page } from '../shell/page.tsx'
import { Badge } from '../ui/badge.tsx'
import { useIsDemo } from './use-is-demo.ts'
import { WelcomeContent } from './welcome-content.tsx'

export function WelcomePage() {
  const isDemo = useIsDemo() ?? false
  return (
    <Page
      title="Welcome"
      badges={
        isDemo && (
          <Badge tone="hold" icon="bolt">
            Demo model, offline
          </Badge>
        )
      }
    >
      <WelcomeContent isDemo={isDemo} />
    </Page>
  )
}
